import { expect, test } from 'vitest';
import { chanceAt, lineOf, PATTERNS, stepAt } from '../../src/pages/replay/chances.ts';

const points = [
  { step: 0, chances: [0.5, 0.5] },
  { step: 10, chances: [0.25, 0.75] },
  { step: 20, chances: [0, 1] },
];

test('a line goes from the start to the end, certainty is at the top', () => {
  expect(lineOf(points, 1, 20, 100, 40)).toBe('0.0,20.0 50.0,10.0 100.0,0.0');
  expect(lineOf([], 0, 20, 100, 40)).toBe('');
});

test('between two moments the earlier one counts; before any nothing is known', () => {
  expect(chanceAt(points, 15)).toEqual([0.25, 0.75]);
  expect(chanceAt(points, 20)).toEqual([0, 1]);
  expect(chanceAt([], 3)).toBeNull();
});

test('a place in the picture is a step', () => {
  expect([stepAt(-0.1, 20), stepAt(0.52, 20), stepAt(2, 20)]).toEqual([0, 10, 20]);
});

test('seats differ without colours', () => {
  expect(new Set(PATTERNS).size).toBe(6);
});
