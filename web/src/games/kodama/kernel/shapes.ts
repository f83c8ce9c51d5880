/**
 * Shapes: what is drawn on a card, turned to any whole degree, in exact integers.
 *
 * These four files are `geometry.py`, `shapes.py`, `spots.py` and the scoring of `trees.py` once
 * more, so that a drag can be judged between two pictures. The server decides;
 * `tests/unit/kodama_geometry.test.ts` replays a quarter of a million of its answers here. Unit 0.1 mm, y up, degrees counter-clockwise.
 */

export const DEGREES = 360;
const HALF_TURN = 180;
const QUARTER = 90;
const SCALE_BITS = 14; // of the table of sines
const HALF = 8192; // rounds a scaled product to the nearest unit
const ICON_RADIUS = 60;
const TRUNK_ICON_RADIUS = 75;

export type Point = readonly [number, number];

export interface Limb {
  readonly halfWidth: number;
  readonly points: readonly Point[];
}

/** Nearest integers to 16384 * sin(d), d = 0..90. [KO-GEO-04] */
const QUARTER_SINES = [
  0, 286, 572, 857, 1143, 1428, 1713, 1997, 2280, 2563, 2845, 3126, 3406, 3686, 3964, 4240, 4516,
  4790, 5063, 5334, 5604, 5872, 6138, 6402, 6664, 6924, 7182, 7438, 7692, 7943, 8192, 8438, 8682,
  8923, 9162, 9397, 9630, 9860, 10087, 10311, 10531, 10749, 10963, 11174, 11381, 11585, 11786,
  11982, 12176, 12365, 12551, 12733, 12911, 13085, 13255, 13421, 13583, 13741, 13894, 14044, 14189,
  14330, 14466, 14598, 14726, 14849, 14968, 15082, 15191, 15296, 15396, 15491, 15582, 15668, 15749,
  15826, 15897, 15964, 16026, 16083, 16135, 16182, 16225, 16262, 16294, 16322, 16344, 16362, 16374,
  16382, 16384,
]; // prettier-ignore

const SINES = Array.from({ length: DEGREES + QUARTER }, (_, degree) => sineOf(degree % DEGREES));

function sineOf(degree: number): number {
  if (degree <= QUARTER) return QUARTER_SINES[degree];
  if (degree <= HALF_TURN) return QUARTER_SINES[HALF_TURN - degree];
  if (degree <= HALF_TURN + QUARTER) return -QUARTER_SINES[degree - HALF_TURN];
  return -QUARTER_SINES[DEGREES - degree];
}

/** A point rotated about the origin, rounded to whole units. [KO-GEO-04] */
export function turn(x: number, y: number, degrees: number): Point {
  const s = SINES[degrees];
  const c = SINES[degrees + QUARTER];
  return [(x * c - y * s + HALF) >> SCALE_BITS, (x * s + y * c + HALF) >> SCALE_BITS];
}

/** A form rotated about its foot: corners counter-clockwise, then all that is drawn. [KO-GEO-05] */
export interface Turned {
  readonly corners: readonly Point[];
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly icons: readonly Point[];
  /** Every segment of bark: two points and half the width. */
  readonly limbs: readonly (readonly [number, number, number, number, number])[];
  readonly radius: number;
}

/** What the server's gallery tells of a shape or a trunk. */
export interface ShapeData {
  foot?: [number, number];
  heading?: number;
  limbs: { h: number; pts: [number, number][] }[];
  buds: [number, number, number][];
  slots: [number, number][];
}

/** A shape as it stands or mirrored, or a trunk, in card coordinates. [KO-GEO-02] [KO-GEO-06] */
export class Form {
  readonly #turned = new Map<number, Turned>();

  constructor(
    readonly id: string,
    readonly corners: readonly Point[],
    readonly foot: Point,
    readonly heading: number,
    readonly limbs: readonly Limb[],
    readonly buds: readonly (readonly [number, number, number])[],
    readonly slots: readonly Point[],
    readonly radius: number,
  ) {}

  /** The form turned to a whole degree, 0 .. 359. */
  at(degrees: number): Turned {
    let made = this.#turned.get(degrees);
    if (!made) {
      made = turnForm(this, degrees);
      this.#turned.set(degrees, made);
    }
    return made;
  }
}

const CARD: readonly Point[] = [[-315, -440], [315, -440], [315, 440], [-315, 440]]; // prettier-ignore
const TRUNK: readonly Point[] = [[-450, 0], [450, 0], [450, 1300], [-450, 1300]]; // prettier-ignore

export function branchForm(id: string, data: ShapeData, isMirrored: boolean): Form {
  const side = isMirrored ? -1 : 1;
  const flip = ([x, y]: [number, number]): Point => [side * x, y];
  const point = (direction: number) =>
    isMirrored ? (HALF_TURN - direction + DEGREES) % DEGREES : direction;
  return new Form(
    isMirrored ? `${id}m` : id,
    CARD,
    flip(data.foot!),
    point(data.heading!),
    data.limbs.map((limb) => ({ halfWidth: limb.h, points: limb.pts.map(flip) })),
    data.buds.map(([x, y, direction]) => [side * x, y, point(direction)] as const),
    data.slots.map(flip),
    ICON_RADIUS,
  );
}

export function trunkForm(id: string, data: ShapeData): Form {
  const limbs = data.limbs.map((limb) => ({ halfWidth: limb.h, points: limb.pts }));
  return new Form(id, TRUNK, [0, 0], QUARTER, limbs, data.buds, data.slots, TRUNK_ICON_RADIUS);
}

/** Every point of the form goes to R(point - foot). [KO-GEO-05] */
function turnForm(form: Form, degrees: number): Turned {
  const move = ([x, y]: Point) => turn(x - form.foot[0], y - form.foot[1], degrees);
  const corners = form.corners.map(move);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    corners,
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
    icons: form.slots.map(move),
    limbs: form.limbs.flatMap((limb) => {
      const points = limb.points.map(move);
      return points.slice(1).map((b, at) => [...points[at], ...b, limb.halfWidth] as const);
    }),
    radius: form.radius,
  };
}
