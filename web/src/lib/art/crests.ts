import type { Seat } from '../board.ts';
import { inline } from './sprite.ts';
import file from './crests.svg?raw';

inline(file);

/** The crests of seats A to F. */
export const CRESTS: Record<Seat, string> = {
  A: 'tomoe',
  B: 'seigaiha',
  C: 'matsu',
  D: 'ume',
  E: 'kiku',
  F: 'kikko',
};
