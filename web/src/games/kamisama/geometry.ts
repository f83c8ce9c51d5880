/**
 * Where things lie on the round board, in units of the drawing (the disc has a radius of 297).
 * A village is drawn as the player in front of it sees it: hub above, rim below. On the screen it
 * is turned by quarters; "quarter" 0 is the bottom, then clockwise: left, top, right.
 */
import { VILLAGES, type VillageId } from './cards.ts';

export const RADIUS = 298;
export const PITCH = 44;
const FIRST = { x: -66, y: 99 };

export interface Point {
  x: number;
  y: number;
}

/** The middle of a cell ("c2") inside its village. */
export function cellPoint(cell: string): Point {
  const column = cell.charCodeAt(0) - 97;
  const row = Number(cell[1]) - 1;
  return { x: FIRST.x + PITCH * column, y: FIRST.y + PITCH * row };
}

/** A point of a village when its village lies at this quarter. */
export function turned({ x, y }: Point, quarter: number): Point {
  switch (quarter & 3) {
    case 1:
      return { x: -y, y: x };
    case 2:
      return { x: -x, y: -y };
    case 3:
      return { x: y, y: -x };
    default:
      return { x, y };
  }
}

export const indexOf = (village: VillageId): number => VILLAGES.indexOf(village);

/** Cells next to each other in both directions, each pair once. */
export function bridges(cells: string[]): [string, string][] {
  const there = new Set(cells);
  return cells.flatMap((cell) => {
    const right = String.fromCharCode(cell.charCodeAt(0) + 1) + cell[1];
    const below = cell[0] + (Number(cell[1]) + 1);
    return [right, below].filter((next) => there.has(next)).map((next): [string, string] => [cell, next]);
  });
}

/** The angle with this remainder that is nearest to `from`: a disc turns the short way. */
export function nearestAngle(from: number, wanted: number): number {
  const away = (((wanted - from) % 360) + 540) % 360;
  return from + away - 180;
}

/** Where the Moon lies in a village: on a place that is no space. */
export const MOON: Record<VillageId, Point> = {
  FA: cellPoint('a1'),
  WE: cellPoint('a1'),
  FI: { x: 84, y: 187 },
  HO: cellPoint('a4'),
};
