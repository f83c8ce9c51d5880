/**
 * The arithmetic of the bid builder: which totals a hand can make, and from which cards.
 *
 * It repeats what a dedication counts and has to beat [OF-DED-03], so that a bid can be built card
 * by card without asking. The influence of the cards and the total to beat come from the server,
 * which also decides. `tests/unit/bid.test.ts` guards this file.
 */
import { KINDS, NOTHING, size } from './cards.ts';
import type { Counts } from './table.ts';

export type Influence = Counts;

export function worth(cards: Counts, influence: Influence): number {
  return KINDS.reduce((sum, kind) => sum + cards[kind] * influence[kind], 0);
}

/** For each sum a hand can make exactly, the set with the fewest cards: it keeps the small ones. */
export function exactSets(hand: Counts, influence: Influence): Map<number, Counts> {
  const sets = new Map<number, Counts>();
  for (let rice = 0; rice <= hand.rice; rice++) {
    for (let sake = 0; sake <= hand.sake; sake++) {
      for (let salt = 0; salt <= hand.salt; salt++) {
        const cards = { rice, sake, salt };
        const sum = worth(cards, influence);
        const known = sets.get(sum);
        if (!known || size(cards) < size(known)) sets.set(sum, cards);
      }
    }
  }
  return sets;
}

/** The totals above the bar that can be laid with the hand on top of what already lies there. */
export function possibleTotals(sets: Map<number, Counts>, laid: number, bar: number): number[] {
  return [...sets.keys()]
    .map((sum) => laid + sum)
    .filter((total) => total > bar)
    .sort((a, b) => a - b);
}

/** What the table proposes: the smallest total that beats the bar, or nothing at all. */
export function proposal(sets: Map<number, Counts>, laid: number, bar: number): Counts {
  const least = possibleTotals(sets, laid, bar)[0];
  return { ...((least !== undefined && sets.get(least - laid)) || NOTHING) };
}

/** The moves of one dedication, in the order rice, sake, salt. */
export function movesFor(cards: Counts): string[] {
  return [...KINDS.flatMap((kind) => Array<string>(cards[kind]).fill(`+${kind}`)), 'stop'];
}

/** At most `width` neighbouring totals, so that the chosen one is among them. */
export function windowOf(
  totals: number[],
  chosen: number,
  width: number,
  page: number | null,
): number[] {
  if (totals.length <= width) return totals;
  const at = totals.indexOf(chosen);
  const start = page ?? Math.max(0, at - width + 2);
  return totals.slice(Math.min(start, totals.length - width)).slice(0, width);
}
