/** What happened, cut into pieces that a person can follow: one act, and in it one sentence, at a time. */

import type { LogLine, Seat } from './wire.ts';

export const SPEEDS = ['step', 'slow', 'normal', 'fast', 'none'] as const;
export type Speed = (typeof SPEEDS)[number];

/** How much of the usual time a sentence has; step by step waits for a person, none does not wait. */
const SHARE: Record<Speed, number> = { step: Infinity, slow: 1.9, normal: 1, fast: 0.4, none: 0 };

const GLANCE = 650; // milliseconds to find the place on the board
const LETTER = 17; // and for each letter of a sentence
const LONGEST = 2400;
const BRIEF = 0.4; // of the usual time: a pass, a card drawn
const LEAST = 0.35;
const CROWD = 6; // acts that are still to come before the table hurries

/** Milliseconds for a sentence; many acts that wait make each of them shorter, unless slowness is wanted. */
export function timeFor(letters: number, speed: Speed, waiting: number, brief = false): number {
  const usual = Math.min(GLANCE + letters * LETTER, LONGEST) * (brief ? BRIEF : 1);
  const hurry = speed === 'slow' ? 1 : Math.max(LEAST, 1 - Math.max(0, waiting - CROWD) * 0.05);
  return usual * SHARE[speed] * hurry;
}

/** What is told of an act, sentence by sentence; the head of a chapter is no sentence of its own. */
export function sentencesOf(told: LogLine[]): LogLine[] {
  return told.filter((line) => !line.head);
}

interface Part {
  at: number;
  mine: boolean;
}

/** Whose part of the log is whose: by the heads of turns, or where there are none line by line. */
function partsOf(log: LogLine[], me: Seat): Part[] {
  const numbered = log.map((line, at) => ({ ...line, at }));
  const turns = numbered.filter((line) => line.head && line.seat);
  const parts = turns.length > 0 ? turns : numbered.filter((line) => line.seat);
  return parts.map(({ at, seat }) => ({ at, mine: seat === me }));
}

/** The place in the log where the others' last round begins: after my last turn but the present one. */
export function roundSince(log: LogLine[], me: Seat | null): number {
  if (me === null) return lastChapters(log);
  const parts = partsOf(log, me);
  let last = parts.length - 1;
  while (last >= 0 && parts[last].mine) last--;
  if (last < 0) return log.length;
  while (last > 0 && !parts[last - 1].mine) last--;
  return parts[last].at;
}

/** Who only watches has no last turn: two chapters are enough to look at again. */
function lastChapters(log: LogLine[]): number {
  const heads = log.flatMap((line, at) => (line.head ? [at] : []));
  return heads.at(-2) ?? 0;
}

export interface Told {
  seat: Seat;
  lines: LogLine[];
}

/** What every other player did since then, in the order in which they began. */
export function summaryOf(log: LogLine[], since: number, me: Seat | null): Told[] {
  const found = new Map<Seat, LogLine[]>();
  for (const line of sentencesOf(log.slice(since))) {
    if (!line.seat || line.seat === me) continue;
    found.set(line.seat, [...(found.get(line.seat) ?? []), line]);
  }
  return [...found].map(([seat, lines]) => ({ seat, lines }));
}
