/**
 * Exact tests between two cards: do they touch, is a point on bark, is an icon covered?
 *
 * Cards are turned forms; `x, y` is where the foot of the second one lies, seen from the foot of
 * the first. All numbers are integers below 2^53, so every answer is exact. [KO-GEO-20]
 * This repeats `rules/geometry.py`; `tests/unit/kodama_geometry.test.ts` guards that both say the same.
 */
import type { Point, Turned } from './shapes.ts';

/** Positive if p lies to the left of the way from a to b. [KO-GEO-08] */
function cross(a: Point, b: Point, px: number, py: number): number {
  return (b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0]);
}

/** Has the card an edge beyond which the whole other card lies? [KO-GEO-08] */
function hasDividingEdge(card: Turned, other: Turned, x: number, y: number): boolean {
  const corners = card.corners;
  for (let at = 0; at < 4; at++) {
    const a = corners[at];
    const b = corners[(at + 1) % 4];
    if (other.corners.every((q) => cross(a, b, q[0] + x, q[1] + y) < 0)) return true;
  }
  return false;
}

/** Have the closed cards no point in common? One common point is touching. [KO-GEO-08] */
export function areApart(card: Turned, other: Turned, x: number, y: number): boolean {
  return hasDividingEdge(card, other, x, y) || hasDividingEdge(other, card, -x, -y);
}

/** Does the point lie in the closed card? [KO-GEO-10] */
export function hasInside(card: Turned, x: number, y: number): boolean {
  const corners = card.corners;
  for (let at = 0; at < 4; at++) {
    if (cross(corners[at], corners[(at + 1) % 4], x, y) < 0) return false;
  }
  return true;
}

/** Is the square of the distance from the point to the segment at most so much? [KO-GEO-10] */
function isNear(
  ax: number, ay: number, bx: number, by: number, x: number, y: number, square: number,
): boolean { // prettier-ignore
  const dx = bx - ax;
  const dy = by - ay;
  const wx = x - ax;
  const wy = y - ay;
  const along = wx * dx + wy * dy;
  if (along <= 0) return wx * wx + wy * wy <= square;
  const length = dx * dx + dy * dy;
  if (along >= length) return (x - bx) * (x - bx) + (y - by) * (y - by) <= square;
  const aside = dx * wy - dy * wx;
  return aside * aside <= square * length;
}

/** Does the point lie on the card and on one of its limbs? [KO-GEO-10] */
export function isBark(card: Turned, x: number, y: number): boolean {
  if (!hasInside(card, x, y)) return false;
  return card.limbs.some(([ax, ay, bx, by, half]) => isNear(ax, ay, bx, by, x, y, half * half));
}

/** Is the point outside the edge and nearer to it than the radius? [KO-GEO-11] */
function isHit(a: Point, b: Point, x: number, y: number, radius: number): boolean {
  const z = cross(a, b, x, y);
  if (z >= 0) return false;
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const wx = x - a[0];
  const wy = y - a[1];
  const along = wx * dx + wy * dy;
  if (along <= 0) return wx * wx + wy * wy < radius * radius;
  const length = dx * dx + dy * dy;
  if (along >= length) return (x - b[0]) ** 2 + (y - b[1]) ** 2 < radius * radius;
  return z * z < radius * radius * length;
}

/** Does the card reach into the open disc around the point? Tangent is free. [KO-GEO-11] */
export function covers(card: Turned, x: number, y: number, radius: number): boolean {
  const corners = card.corners;
  for (let at = 0; at < 4; at++) {
    if (isHit(corners[at], corners[(at + 1) % 4], x, y, radius)) return true;
  }
  return hasInside(card, x, y);
}
