/** The finished games of this device, each in a few lines; with a key they are those of all my devices. */

import { api } from '../api.ts';
import type { Seat } from '../board.ts';
import { isHere } from '../here.ts';
import { remembered, type Remembered } from '../memory.ts';
import { recall, store } from '../storage.ts';
import type { Summary } from '../wire.ts';

export interface PlayedSeat {
  seat: Seat;
  name: string;
  /** The level, if it was a bot's. */
  bot?: string;
  /** None if it was agreed that the game has no result. */
  score?: number;
  place?: number;
}

export interface Played {
  table: string;
  game: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** My seats: several if this device was passed round. */
  mine: Seat[];
  players: PlayedSeat[];
  teams?: Seat[][];
  moves: number;
  /** What I had, by kind: my kami, my villagers. */
  had: Record<string, string[]>;
  /** My chance of winning over the game, as I could know it. */
  chances: number[];
  /** It went on from another game or began from a position, whose cards could be seen: it does not count. */
  branch?: boolean;
  /** People ended it. */
  ended?: 'agreed' | 'resigned';
}

const KEY = 'kamiza.history';
const MOST = 4000;

/** The newest first. */
export const playedGames = (): Played[] => recall<Played[]>(KEY, []);

/** Take games in; what is known already stays as it is. How many were new. */
export function keepGames(games: Played[]): number {
  const known = playedGames();
  const tables = new Set(known.map((game) => game.table));
  const fresh = games.filter((game) => !tables.has(game.table));
  if (fresh.length > 0) {
    store(KEY, [...fresh, ...known].sort((one, other) => other.at - one.at).slice(0, MOST));
  }
  return fresh.length;
}

/** Can its replay be opened? A game of another device only stands in the list, and so does one whose table is forgotten. */
export const isWithinReach = ({ table }: Played): boolean =>
  !isHere(table) || remembered().some((place) => place.table === table);

export function dropGames(tables: Set<string> | 'all'): void {
  store(KEY, tables === 'all' ? [] : playedGames().filter((game) => !tables.has(game.table)));
}

export function playedOf(summary: Summary, mine: Seat[]): Played {
  const me = summary.players.find((player) => player.seat === mine[0]);
  return {
    table: summary.table,
    game: summary.game,
    at: Math.round(summary.finished * 1000),
    mine,
    players: summary.players.map(({ seat, name, kind, level, score, place }) => ({
      seat,
      name,
      ...(kind === 'bot' && { bot: level }),
      ...(score !== null && { score }),
      ...(place !== null && { place }),
    })),
    ...(summary.teams.length > 0 && { teams: summary.teams }),
    moves: summary.moves,
    had: me?.had ?? {},
    chances: me?.chances ?? [],
    ...((summary.branch || summary.position) && { branch: true }),
    ...(summary.ended && { ended: summary.ended.how as 'agreed' | 'resigned' }),
  };
}

/** A game I played has ended: keep it. */
export async function noteFinished(table: string, mine: Seat[]): Promise<void> {
  if (mine.length === 0 || playedGames().some((game) => game.table === table)) return;
  keepGames([playedOf(await api.summary(table), mine)]);
}

/** Games that ended while nobody here was looking, or that are older than this list. */
export async function collect(): Promise<void> {
  const known = new Set(playedGames().map((game) => game.table));
  const ended = remembered().filter((place) => place.state === 'over' && !known.has(place.table));
  for (const place of ended) await collectOne(place).catch(() => {});
}

async function collectOne(place: Remembered): Promise<void> {
  const looks = await Promise.all(place.tokens.map((token) => api.standing(place.table, token)));
  const mine = looks.flatMap(({ seat }) => (seat === null ? [] : [seat]));
  await noteFinished(place.table, mine);
}

/** Does it say something about how I play? */
export const isCounted = (game: Played): boolean =>
  game.mine.length === 1 && !game.branch && myself(game)?.place !== undefined;

export const myself = (game: Played): PlayedSeat | undefined =>
  game.players.find((player) => player.seat === game.mine[0]);
