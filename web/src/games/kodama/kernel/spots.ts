/**
 * Where a card may be placed: the tests of one placement in their order. [KO-GEO-14]
 *
 * This repeats `rules/spots.py`; `tests/unit/kodama_geometry.test.ts` guards that both judge alike.
 */
import { areApart, covers, isBark } from './geometry.ts';
import type { Form, Turned } from './shapes.ts';
import type { Placed, Tree } from './trees.ts';

const MAT = { left: -6000, right: 6000, bottom: 0, top: 9000 };

export const OFF_TABLE = 1;
export const TOUCHES_NOTHING = 2;
export const TOUCHES_MANY = 3;
export const NOT_ON_BARK = 4;
export const COVERS_FEATURE = 5;
export const OVER_LIMIT = 6;
export const CODES = [
  'legal', 'off_table', 'touches_nothing', 'touches_many', 'not_on_bark', 'covers_feature',
  'over_limit',
] as const; // prettier-ignore
export type Code = (typeof CODES)[number];

/** All corners lie on the mat. [KO-GEO-07] [KO-PLACE-07] [KO-RUL-08] */
export function isOnTable(card: Turned, x: number, y: number): boolean {
  return (
    x + card.left >= MAT.left &&
    x + card.right <= MAT.right &&
    y + card.bottom >= MAT.bottom &&
    y + card.top <= MAT.top
  );
}

/** Do the card of the tree and the new one have a point in common? [KO-GEO-08] [KO-RUL-04] */
export function touches(card: Placed, fresh: Turned, x: number, y: number): boolean {
  const dx = x - card.x;
  const dy = y - card.y;
  const old = card.turned;
  if (old.right < dx + fresh.left || dx + fresh.right < old.left) return false;
  if (old.top < dy + fresh.bottom || dy + fresh.top < old.bottom) return false;
  return !areApart(old, fresh, dx, dy);
}

/** The cards of the tree that the new card would touch. [KO-GEO-09] */
export function touchedCards(tree: Tree, fresh: Turned, x: number, y: number): number[] {
  const found: number[] = [];
  tree.forEach((card, number) => {
    if (touches(card, fresh, x, y)) found.push(number);
  });
  return found;
}

/** The first icon of the card that the new one would cover, or -1. [KO-GEO-11] [KO-PLACE-12] */
export function coveredIcon(card: Placed, fresh: Turned, x: number, y: number): number {
  const { icons, radius } = card.turned;
  for (let slot = 0; slot < card.icons.length; slot++) {
    const [iconX, iconY] = icons[slot];
    if (covers(fresh, card.x + iconX - x, card.y + iconY - y, radius)) return slot;
  }
  return -1;
}

/** The parent of a placement that is right as geometry, or minus the code of the first test that
 * fails. [KO-GEO-14] [KO-PLACE-03] [KO-PLACE-05] [KO-PLACE-06] */
export function parentOrCode(
  tree: Tree, form: Form, x: number, y: number, rotation: number,
): number { // prettier-ignore
  const fresh = form.at(rotation);
  if (!isOnTable(fresh, x, y)) return -OFF_TABLE;
  let parent = -1;
  for (let number = 0; number < tree.length; number++) {
    if (!touches(tree[number], fresh, x, y)) continue;
    if (parent >= 0) return -TOUCHES_MANY;
    parent = number;
  }
  if (parent < 0) return -TOUCHES_NOTHING;
  const below = tree[parent];
  if (!isBark(below.turned, x - below.x, y - below.y)) return -NOT_ON_BARK;
  if (coveredIcon(below, fresh, x, y) >= 0) return -COVERS_FEATURE;
  return parent;
}
