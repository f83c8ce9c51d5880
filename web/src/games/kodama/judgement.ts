/**
 * What speaks for and against a card where it is held; a preview, the server decides.
 *
 * The kernel repeats the geometry of `rules/spots.py`, because a card that is dragged cannot wait for
 * the server: `tests/unit/kodama_geometry.test.ts` compares both on placements that Python judged.
 */
import { isBark } from './kernel/geometry.ts';
import type { Face } from './kernel/cards.ts';
import type { Form } from './kernel/shapes.ts';
import {
  CODES, coveredIcon, isOnTable, OVER_LIMIT, parentOrCode, touchedCards, type Code,
} from './kernel/spots.ts'; // prettier-ignore
import type { Tree } from './kernel/trees.ts';
import type { PlaceOnParent } from './table.ts';

/** Where a card is held: the place of its foot, and its turn. */
export interface Pose {
  x: number;
  y: number;
  rot: number;
}

export interface Judgement {
  code: Code;
  /** The card it would grow on; also where only the points are too many. */
  parent: number | null;
  touched: number[];
  /** The first icon covered on every card touched. */
  covered: { card: number; slot: number }[];
  overEdge: boolean;
  /** What it would score there. */
  place: PlaceOnParent | null;
}

export function judge(
  tree: Tree, face: Face, { x, y, rot }: Pose, places: readonly PlaceOnParent[],
): Judgement { // prettier-ignore
  const fresh = face.form.at(rot);
  const answer = parentOrCode(tree, face.form, x, y, rot);
  const touched = touchedCards(tree, fresh, x, y);
  const covered = touched
    .map((card) => ({ card, slot: coveredIcon(tree[card], fresh, x, y) }))
    .filter(({ slot }) => slot >= 0);
  const place = answer >= 0 ? (places[answer] ?? null) : null;
  const code = answer < 0 ? -answer : place?.state === 'over' ? OVER_LIMIT : 0;
  return {
    code: CODES[code],
    parent: touched.length === 1 ? touched[0] : null,
    touched,
    covered,
    overEdge: !isOnTable(fresh, x, y),
    place,
  };
}

// -- clinging -------------------------------------------------------------------------------------

const STEP = 15; // degrees between the turns a clinging card tries
const HOLDS = 6; // points of bark it tries before it gives up
const INSIDE = 6; // stays so far from the end of a limb, which may lie on the card's edge

interface Hold {
  x: number;
  y: number;
  far: number;
  /** The turn that grows straight on from the nearest bud. */
  ahead: number;
}

/** The points of bark near a place, nearest first. */
function barkNear(tree: Tree, form: Form, x: number, y: number, reach: number): Hold[] {
  const found: Hold[] = [];
  for (const card of tree) {
    const [cx, cy] = [x - card.x, y - card.y];
    const { left, right, bottom, top, limbs } = card.turned;
    if (cx < left - reach || cx > right + reach) continue;
    if (cy < bottom - reach || cy > top + reach) continue;
    for (const [ax, ay, bx, by] of limbs) {
      const length = Math.hypot(bx - ax, by - ay);
      const along = ((cx - ax) * (bx - ax) + (cy - ay) * (by - ay)) / length;
      const part = Math.min(Math.max(along, INSIDE), length - INSIDE) / length;
      const [px, py] = [Math.round(ax + (bx - ax) * part), Math.round(ay + (by - ay) * part)];
      const far = Math.hypot(px - cx, py - cy);
      if (far > reach || !isBark(card.turned, px, py)) continue;
      const bud = card.form.buds
        .map(([budX, budY, direction]) => {
          const way = (card.rotation * Math.PI) / 180;
          const [dx, dy] = [budX - card.form.foot[0], budY - card.form.foot[1]];
          const wx = dx * Math.cos(way) - dy * Math.sin(way);
          const wy = dx * Math.sin(way) + dy * Math.cos(way);
          return { far: Math.hypot(wx - px, wy - py), direction: direction + card.rotation };
        })
        .reduce((best, other) => (other.far < best.far ? other : best));
      const ahead = (((bud.direction - form.heading) % 360) + 360) % 360;
      found.push({ x: card.x + px, y: card.y + py, far, ahead });
    }
  }
  return found.sort((a, b) => a.far - b.far);
}

/** The turn nearest to the wished one at which the card may grow there, or null. */
function fittingTurn(tree: Tree, form: Form, x: number, y: number, wish: number): number | null {
  for (let off = 0; off <= 180; off += STEP) {
    for (const turn of off === 0 ? [wish] : [wish + off, wish - off]) {
      const rot = ((turn % 360) + 360) % 360;
      if (parentOrCode(tree, form, x, y, rot) >= 0) return rot;
    }
  }
  return null;
}

/** The foot clings to bark near by; a card nobody has turned by hand swings to where it fits. */
export function cling(tree: Tree, form: Form, wished: Pose, reach: number, swings: boolean): Pose {
  const x = Math.round(wished.x);
  const y = Math.round(wished.y);
  const near = barkNear(tree, form, x, y, reach);
  for (const hold of near.slice(0, HOLDS)) {
    const keeps = parentOrCode(tree, form, hold.x, hold.y, wished.rot) >= 0;
    const rot = swings
      ? fittingTurn(tree, form, hold.x, hold.y, hold.ahead)
      : keeps ? wished.rot : null; // prettier-ignore
    if (rot !== null) return { x: hold.x, y: hold.y, rot };
  }
  const nearest = near[0] ?? { x, y };
  return { x: nearest.x, y: nearest.y, rot: wished.rot };
}
