import { expect, test } from 'vitest';
import { stopFrom, stopsOf, type Moved } from '../../src/pages/replay/strides.ts';

const moved = (seats: string, heads = ''): Moved[] =>
  [...seats].map((seat, step) => ({
    step,
    seat: seat === '.' ? null : (seat as Moved['seat']),
    head: heads[step] === '*',
  }));

test('a turn is what one seat does in a row, a round ends where the first begins again', () => {
  const game = moved('AABBCCAABC.');
  expect(stopsOf(game, 'move')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(stopsOf(game, 'turn')).toEqual([0, 2, 4, 6, 8, 9, 10]);
  expect(stopsOf(game, 'round')).toEqual([0, 2, 8, 10]);
});

test('where the log has chapters, reactions in between are no turns', () => {
  const game = moved('ABABBAB.', '*..*..*.');
  expect(stopsOf(game, 'turn')).toEqual([0, 3, 6, 7]);
});

test('a step goes to the next stop, and stays at the ends', () => {
  expect(stopFrom([0, 3, 6], 4, 1)).toBe(6);
  expect(stopFrom([0, 3, 6], 4, -1)).toBe(3);
  expect(stopFrom([0, 3, 6], 6, 1)).toBe(6);
  expect(stopFrom([0, 3, 6], 0, -1)).toBe(0);
});
