import type { Lang, PlayerInfo, Seat, Text } from './board.ts';
import { en } from './words/en.ts';
import { ja } from './words/ja.ts';

export type Key = keyof typeof en;

const CATALOGUES: Record<Lang, Record<Key, string>> = { en, ja };

/** The language everything reads; changing it re-renders what used it. */
export const language = $state<{ now: Lang }>({ now: 'en' });

/** A sentence in the reader's language with its `{gaps}` filled in as plain text. */
export function t(key: Key, gaps: Gaps = {}): string {
  return filled(CATALOGUES[language.now][key], gaps);
}
type Gaps = Record<string, string | number>;
const filled = (sentence: string, gaps: Gaps) =>
  sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));

/** The same in every language, for where the server's own sentences are shown. */
export function both(key: Key, gaps: Gaps = {}): Text {
  return { en: filled(en[key], gaps), ja: filled(ja[key], gaps) };
}

/** A bot by the name of its level, which the game gives it. */
export const botName = (level: Text) => t('seat.botOf', { level: level[language.now] || level.en });

/** What to call a seat, also while nobody has given it a name. */
export function nameOf(player: PlayerInfo | undefined, seat: Seat): string {
  if (player?.name) return player.name;
  return player?.kind === 'bot' ? t('seat.bot') : t('seat.unnamed', { letter: seat });
}
