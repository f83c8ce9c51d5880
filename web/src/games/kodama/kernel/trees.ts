/**
 * Trees: cards where they lie, what grows on what, and what a new card would score.
 *
 * This repeats `rules/trees.py`; `tests/unit/kodama_geometry.test.ts` guards that both count alike.
 */
import type { Form, Turned } from './shapes.ts';

export const FEATURES = ['caterpillar', 'cloud', 'firefly', 'flower', 'mushroom', 'star'] as const;
export type Feature = (typeof FEATURES)[number];

/** A card on a tree. Its place is where its foot lies. [KO-GEO-03] */
export interface Placed {
  readonly form: Form;
  readonly turned: Turned;
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  /** What it shows, slot by slot; only these icons are discs. [KO-GEO-11] */
  readonly icons: readonly Feature[];
  readonly parent: number | null;
}

/** A trunk and what grew on it; the trunk is 0. */
export type Tree = readonly Placed[];

export function placed(
  form: Form, icons: readonly Feature[], x: number, y: number, rotation: number,
  parent: number | null,
): Placed { // prettier-ignore
  return { form, turned: form.at(rotation), x, y, rotation, icons, parent };
}

/** Points of a card with these icons on that parent, as printed. [KO-SCORE-01..11] */
export function baseScore(tree: Tree, icons: readonly Feature[], parent: number): number {
  let points = 0;
  for (const feature of FEATURES) {
    const mine = countOf(icons, feature);
    const line = mine ? lineOf(tree, feature, parent) : 0;
    if (line) points += mine + line;
  }
  return points;
}

/** Icons of a feature from a card down, as far as every card shows it. [KO-SCORE-06] */
function lineOf(tree: Tree, feature: Feature, from: number): number {
  let found = 0;
  for (let at: number | null = from; at !== null; at = tree[at].parent) {
    const icons = countOf(tree[at].icons, feature);
    if (!icons) break;
    found += icons;
  }
  return found;
}

function countOf(icons: readonly Feature[], feature: Feature): number {
  return icons.filter((icon) => icon === feature).length;
}
