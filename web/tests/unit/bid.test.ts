import { describe, expect, test } from 'vitest';
import {
  exactSets, movesFor, possibleTotals, proposal, windowOf, worth,
} from '../../src/games/shintoh/bid.ts'; // prettier-ignore

const influence = { rice: 3, sake: 2, salt: 1 };
const hand = (rice: number, sake: number, salt: number) => ({ rice, sake, salt });

test('a set of cards is worth the sum of its influence', () => {
  expect(worth(hand(1, 2, 3), influence)).toBe(10);
  expect(worth(hand(0, 0, 0), influence)).toBe(0);
});

describe('the sums a hand can make', () => {
  test('each with the fewest cards', () => {
    const sets = exactSets(hand(1, 1, 3), influence);
    expect([...sets.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(sets.get(3)).toEqual(hand(1, 0, 0));
    expect(sets.get(5)).toEqual(hand(1, 1, 0));
  });

  test('and none that it cannot', () => {
    const sets = exactSets(hand(2, 0, 0), influence);
    expect([...sets.keys()]).toEqual([0, 3, 6]);
    expect([...exactSets(hand(0, 0, 0), influence).keys()]).toEqual([0]);
  });
});

describe('what is laid already counts, the bar itself is not enough', () => {
  const sets = exactSets(hand(1, 0, 1), influence);

  test.each([
    [0, 0, [1, 3, 4]],
    [0, 3, [4]],
    [2, 3, [5, 6]],
    [0, 4, []],
  ])('laid %i, bar %i', (laid, bar, totals) => {
    expect(possibleTotals(sets, laid, bar)).toEqual(totals);
  });

  test('the proposal is the least that beats it, or nothing', () => {
    expect(proposal(sets, 0, 1)).toEqual(hand(1, 0, 0));
    expect(proposal(sets, 2, 2)).toEqual(hand(0, 0, 1));
    expect(proposal(sets, 0, 4)).toEqual(hand(0, 0, 0));
  });

  test('and a copy: choosing cards does not change what can be proposed', () => {
    proposal(sets, 0, 0).salt = 9;
    expect(proposal(sets, 0, 0)).toEqual(hand(0, 0, 1));
  });
});

test('a dedication is sent as rice, sake, salt, and ends', () => {
  expect(movesFor(hand(1, 0, 2))).toEqual(['+rice', '+salt', '+salt', 'stop']);
  expect(movesFor(hand(0, 0, 0))).toEqual(['stop']);
});

describe('a row of totals that does not fit', () => {
  const totals = [4, 5, 6, 7, 8, 9];

  test('shows the chosen one among its neighbours', () => {
    for (const chosen of totals) expect(windowOf(totals, chosen, 4, null)).toContain(chosen);
    expect(windowOf(totals, 9, 4, null)).toEqual([6, 7, 8, 9]);
    expect(windowOf(totals, 99, 4, null)).toEqual([4, 5, 6, 7]);
  });

  test('or the page somebody turned to, and never less than it could', () => {
    expect(windowOf(totals, 4, 4, 1)).toEqual([5, 6, 7, 8]);
    expect(windowOf(totals, 4, 4, 5)).toEqual([6, 7, 8, 9]);
    expect(windowOf([4, 5], 4, 4, null)).toEqual([4, 5]);
  });
});
