/** How a table stands, in the few words that "Your tables" has room for. */

import { moduleOf, type GameModule } from '../games/index.ts';
import { api } from './api.ts';
import { hasStarted, isHere } from './here.ts';
import { say, SEATS, type Text, type Words } from './board.ts';
import { nameOf } from './i18n.svelte.ts';
import type { Remembered } from './memory.ts';
import { filled } from './sentence.ts';
import type { TableState } from './table.svelte.ts';
import type { Result, Seat, Standing } from './wire.ts';

/** How far a game is, in both languages; nothing where it does not say. */
function progressOf(view: unknown, module: GameModule, words: Words): Text | undefined {
  const progress = view ? module.progress?.(view) : null;
  const word = progress && words[progress.word];
  if (!word) return undefined;
  const gaps = { number: progress.now, count: progress.of };
  return { en: say(word, 'en', gaps), ja: say(word, 'ja', gaps) };
}

/** The last thing that happened, in both languages, with names. */
function newsOf({ news, players }: Standing): Text | undefined {
  const last = news.at(-1);
  const name = (seat: Seat) => nameOf(players.find((player) => player.seat === seat), seat);
  return last && { en: filled(last.en, name), ja: filled(last.ja, name) };
}

/** The place and score of a seat. */
function resultOf(result: Result | null, seat: Seat | null) {
  const at = seat === null ? -1 : SEATS.indexOf(seat);
  return result && at >= 0 ? { place: result.places[at], score: result.scores[at] } : {};
}

/** The same of the table one sits at. */
export function standingOf(
  table: TableState,
  view: unknown,
  module: GameModule,
  words: Words,
  names: (seat: Seat) => string,
): Remembered['standing'] {
  const asked = table.waiting ? null : table.asked;
  return {
    asked: asked === null || table.you.includes(asked) ? undefined : names(asked),
    progress: progressOf(view, module, words),
    ...resultOf(table.result, table.you[0] ?? null),
  };
}

/** Can it be looked at without loading what a table of this device needs? */
export const isAtHand = ({ table }: Remembered): boolean => !isHere(table) || hasStarted();

/** A remembered table as it is now. */
export async function lookAt(place: Remembered): Promise<Remembered> {
  const [now, module, words] = await Promise.all([
    api.standing(place.table, place.tokens[0], place.seen),
    moduleOf(place.game),
    api.words(place.game),
  ]);
  const isMine = now.asked !== null && now.asked === now.seat;
  const asked = now.players.find((player) => player.seat === now.asked);
  return {
    ...place,
    names: now.players.map((player) => nameOf(player, player.seat)),
    state: now.asked === null ? 'over' : now.waiting ? 'waiting' : isMine ? 'mine' : 'theirs',
    standing: {
      asked: asked && !now.waiting ? nameOf(asked, asked.seat) : undefined,
      progress: progressOf(now.view, module, words),
      news: newsOf(now),
      since: now.since === null ? undefined : now.since * 1000,
      until: now.left === null || now.resting !== null ? undefined : Date.now() + now.left * 1000,
      resting: now.resting === null ? undefined : now.resting * 1000,
      ...resultOf(now.result, now.seat),
    },
  };
}
