/** The games that the server offers. */

import { api } from './api.ts';
import { say } from './board.ts';
import { botName, language, t } from './i18n.svelte.ts';
import type { GameInfo } from './wire.ts';

let known = $state.raw<GameInfo[]>([]);

/** All games, in the order of the server. */
export async function offeredGames(): Promise<GameInfo[]> {
  return (known = await api.games());
}

/** What the value of a setting means, as the lobby says it. */
export function settingHelp(game: string, name: string, value: unknown): string {
  const setting = known.find((info) => info.name === game)?.settings.find((one) => one.name === name);
  return say(setting?.values.find((one) => one.value === value)?.help, language.now);
}

/** The title of a game; its plain name while the server has not told it. */
export function gameTitle(game: string): string {
  const info = known.find(({ name }) => name === game);
  return info ? say(info.title, language.now) : game;
}

/** A bot by its level; just a bot while the server has not told it, and at tables of older levels. */
export function botOf(game: string | undefined, level: string | undefined): string {
  const bots = known.find(({ name }) => name === game)?.bots ?? [];
  const bot = bots.find((one) => one.level === level);
  return bot ? botName(bot.name) : t('seat.bot');
}
