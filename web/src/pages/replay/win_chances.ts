/** The lines of the winning chances over a game. */

import type { Seat } from '../../lib/board.ts';
import type { WinChance } from '../../lib/wire.ts';

/** The points of a seat's line in a picture of this size. */
export function lineOf(
  points: WinChance[],
  seat: Seat,
  last: number,
  width: number,
  height: number,
): string {
  return points
    .map(({ step, chances }) => {
      const x = (step / Math.max(1, last)) * width;
      return `${x.toFixed(1)},${((1 - chances[seat]) * height).toFixed(1)}`;
    })
    .join(' ');
}

/** The chances at a step: those of the last moment that was judged before it. */
export function chanceAt(points: WinChance[], at: number): WinChance['chances'] | null {
  return points.findLast(({ step }) => step <= at)?.chances ?? null;
}

/** The step under a place of the picture, from 0 at its left to 1 at its right. */
export function stepAt(place: number, last: number): number {
  return Math.min(last, Math.max(0, Math.round(place * last)));
}
