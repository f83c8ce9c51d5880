/** The puzzles as this device knows them: which are solved, at which attempt, and where one goes on. */

import { api } from './api.ts';
import { recall, store } from './storage.ts';
import type { PuzzlePlan } from './wire.ts';

export interface PuzzleMemory {
  /** What was tried, in its order. */
  tried?: PuzzlePlan[];
  /** At which attempt it was solved, from 1. */
  solved?: number;
  /** The answer was shown. */
  shown?: boolean;
  /** The table of one that is not solved. */
  href?: string;
}

const KEY = 'kamiza.puzzles';
const DAYS = 'kamiza.puzzle-days';
const DAY = 24 * 60 * 60 * 1000;
/** Steps through the puzzles, as `of_day` of the server goes: the first that visits all of them. */
const STEPS = [37, 41, 43];

const nameOf = (game: string, number: number) => `${game}/${number}`;

export function memoryOf(game: string, number: number): PuzzleMemory {
  return recall<Record<string, PuzzleMemory>>(KEY, {})[nameOf(game, number)] ?? {};
}

export function keepInMind(game: string, number: number, news: PuzzleMemory): void {
  const all = recall<Record<string, PuzzleMemory>>(KEY, {});
  const name = nameOf(game, number);
  store(KEY, { ...all, [name]: { ...all[name], ...news } });
}

/** Is this the table of a puzzle? Then it is not one of the tables to play at. */
export function isPuzzleTable(table: string): boolean {
  return Object.values(recall<Record<string, PuzzleMemory>>(KEY, {})).some(
    ({ href }) => href?.startsWith(`/t/${table}#`) ?? false,
  );
}

export const solvedCount = (game: string, count: number): number =>
  Array.from({ length: count }, (_, at) => memoryOf(game, at + 1)).filter(({ solved }) => solved).length;

/** The next one that is not solved, going round; any if all are. */
export function nextPuzzle(game: string, number: number, count: number): number {
  for (let step = 1; step < count; step++) {
    const next = ((number - 1 + step) % count) + 1;
    if (!memoryOf(game, next).solved) return next;
  }
  return (number % count) + 1;
}

// -- the puzzle of a day ----------------------------------------------------------------------------

/** Days since the first one, by the calendar of whoever looks. */
export const dayNumber = (now: Date): number =>
  Math.floor((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - Date.UTC(2026, 0, 1)) / DAY);

/** The same for everybody that day; another one each day until all were there. */
export function puzzleOfDay(count: number, day: number): number {
  const step = STEPS.find((one) => count % one !== 0)!;
  return ((((day * step) % count) + count) % count) + 1;
}

/** The game whose puzzle is shown first that day. */
export const gameOfDay = <T>(games: T[], day: number): T | undefined =>
  games[((day % games.length) + games.length) % games.length];

/** The attempts that the daily puzzles of the last days needed; 0: missed. */
export function keepDay(day: number, attempts: number): void {
  const days = recall<Record<string, number>>(DAYS, {});
  if (!days[day]) store(DAYS, { ...days, [day]: attempts });
}

export const attemptsOn = (day: number): number => recall<Record<string, number>>(DAYS, {})[day] ?? 0;

// -- tables ----------------------------------------------------------------------------------------

/** Where a puzzle is tried: where it was left, or at a new table. */
export async function placeOfPuzzle(game: string, number: number, name: string, anew = false): Promise<string> {
  const { href } = memoryOf(game, number);
  if (href && !anew) return href;
  const made = await api.puzzle(game, number, name);
  const token = made.seats.find((seat) => seat.mine)!.token!;
  const at = `/t/${made.table}#${token}`;
  keepInMind(game, number, { href: at });
  return at;
}
