/** How far one step of a replay goes: a move, a turn, or a round. */

import type { Seat } from '../../lib/board.ts';

export const STRIDES = ['move', 'turn', 'round'] as const;
export type Stride = (typeof STRIDES)[number];

export interface Moved {
  step: number;
  /** Who is asked then; nobody at the end. */
  seat: Seat | null;
  /** Does a chapter of the log begin here? */
  head: boolean;
}

/** The steps at which one stops: a turn begins where somebody else is asked or a chapter does; a round
 * where whoever was first begins a turn again. */
export function stopsOf(moved: Moved[], stride: Stride): number[] {
  const last = moved.length - 1;
  if (stride === 'move') return moved.map(({ step }) => step);
  const turns = moved.filter(({ seat, head }, at) => at > 0 && (head || seat !== moved[at - 1].seat));
  // Reactions in between are no turns of their own where the log has chapters for turns.
  const chapters = turns.filter(({ head }) => head);
  const begun = chapters.length > 1 ? chapters : turns;
  const first = begun[0]?.seat;
  const stops = stride === 'turn' ? begun : begun.filter(({ seat }) => seat === first);
  return [...new Set([0, ...stops.map(({ step }) => step), last])];
}

/** The next stop in a direction, or the end there. */
export function stopFrom(stops: number[], at: number, way: 1 | -1): number {
  if (way > 0) return stops.find((stop) => stop > at) ?? at;
  return stops.findLast((stop) => stop < at) ?? at;
}
