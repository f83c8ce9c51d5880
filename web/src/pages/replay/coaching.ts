/** What the coach's graph and lists are drawn from. */

import type { Seat } from '../../lib/board.ts';
import type { ChancePoint, Coaching, KeyMoment } from '../../lib/wire.ts';

export const MOST_MOMENTS = 8;

/** The chances a graph shows: as one seat could know them, or each as its own player could. */
export function chancesOf(point: ChancePoint, viewer: Seat | null): Record<Seat, number> {
  if (viewer !== null) return point.known[viewer];
  const seats = Object.keys(point.known) as Seat[];
  return Object.fromEntries(seats.map((seat) => [seat, point.known[seat][seat]])) as Record<Seat, number>;
}

/** The point that counts at a step: the last one before it, or at it. */
export function pointAt(points: ChancePoint[], at: number): ChancePoint | undefined {
  return points.findLast(({ step }) => step <= at);
}

/** The key moments of whoever looks; a spectator sees the largest of all. In the order of the game. */
export function momentsFor(found: KeyMoment[], viewer: Seat | null): KeyMoment[] {
  const mine = found.filter(({ seat }) => viewer === null || seat === viewer);
  const largest = mine.toSorted((one, two) => Math.abs(two.change) - Math.abs(one.change)).slice(0, MOST_MOMENTS);
  return largest.toSorted((one, two) => one.step - two.step);
}

/** The next key moment in a direction, by its place in the list; -1 if there is none. */
export function momentFrom(moments: KeyMoment[], at: number, way: 1 | -1): number {
  if (way > 0) return moments.findIndex(({ step }) => step > at);
  return moments.findLastIndex(({ step }) => step < at);
}

/** The decision that was made at a step, if there was one. */
export function decisionAt(coaching: Coaching, at: number) {
  return coaching.decisions.find(({ step }) => step === at);
}

/** At most so many ticks on the axis, evenly spread. */
export function ticksOf(stops: number[], most: number): { step: number; number: number }[] {
  const all = stops.map((step, number) => ({ step, number: number + 1 }));
  const every = Math.ceil(all.length / most);
  return all.filter((_, at) => at % every === 0);
}
