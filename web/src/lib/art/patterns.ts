import type { Seat } from '../board.ts';

/** Seats differ by dashes as well as by colour: solid, long, dotted, long-short, … */
export const PATTERNS: Record<Seat, string> = {
  A: 'none',
  B: '8 4',
  C: '2 3',
  D: '8 3 2 3',
  E: '3 3 3 7',
  F: '5 9',
};
