/** "Show places": which candidate spots are worth looking at, best first. */
import type { CardPlaces, PlaceOnParent } from './table.ts';

export type Slot = CardPlaces['slot'];
type Spot = NonNullable<PlaceOnParent['spots']>[number];

const PER_PARENT = 3;

export interface Candidate {
  onto: number;
  x: number;
  y: number;
  rot: number;
}

const gain = (place: PlaceOnParent) =>
  Object.values(place.gains ?? {}).reduce((sum, change) => sum + change, 0);

/** Parents by points, then by what the Kodama gain; on each at most three spots. */
export function candidatesOf(places: CardPlaces | undefined): Candidate[] {
  return (places?.parents ?? [])
    .filter((place) => place.state === 'open')
    .toSorted((a, b) => b.total - a.total || gain(b) - gain(a) || b.onto - a.onto)
    .flatMap((place) => few(place.spots ?? []).map((spot) => candidate(place.onto, spot)));
}

function candidate(onto: number, [, x, y, rot]: Spot): Candidate {
  return { onto, x, y, rot };
}

/** The straightest spot of every bud first; the spots of a bud come in that order. */
function few(spots: Spot[]): Spot[] {
  const feet = new Set<string>();
  const straight = spots.filter(([, x, y]) => !feet.has(`${x},${y}`) && feet.add(`${x},${y}`));
  const rest = spots.filter((spot) => !straight.includes(spot));
  return [...straight, ...rest].slice(0, PER_PARENT);
}
