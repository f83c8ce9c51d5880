import { expect, test } from 'vitest';
import { PATTERNS } from '../../src/lib/art/patterns.ts';
import { chanceAt, lineOf, stepAt } from '../../src/pages/replay/win_chances.ts';

const points = [
  { step: 0, chances: { A: 0.5, B: 0.5 } },
  { step: 10, chances: { A: 0.25, B: 0.75 } },
  { step: 20, chances: { A: 0, B: 1 } },
];

test('a line goes from the start to the end, certainty is at the top', () => {
  expect(lineOf(points, 'B', 20, 100, 40)).toBe('0.0,20.0 50.0,10.0 100.0,0.0');
  expect(lineOf([], 'A', 20, 100, 40)).toBe('');
});

test('between two moments the earlier one counts; before any nothing is known', () => {
  expect(chanceAt(points, 15)).toEqual({ A: 0.25, B: 0.75 });
  expect(chanceAt(points, 20)).toEqual({ A: 0, B: 1 });
  expect(chanceAt([], 3)).toBeNull();
});

test('a place in the picture is a step', () => {
  expect([stepAt(-0.1, 20), stepAt(0.52, 20), stepAt(2, 20)]).toEqual([0, 10, 20]);
});

test('seats differ without colours', () => {
  expect(new Set(Object.values(PATTERNS)).size).toBe(6);
});
