import { expect, test } from 'vitest';
import { roundSince, sentencesOf, summaryOf, timeFor } from '../../src/lib/acts.ts';
import type { LogLine, Seat } from '../../src/lib/wire.ts';

let n = 0;
const line = (seat: Seat | null, text: string, head = false): LogLine => ({
  n: ++n,
  text: { en: text, ja: text },
  head,
  seat,
});

const TURNS = [
  line('A', 'my turn', true),
  line('A', 'mine'),
  line('B', 'their turn', true),
  line('B', 'plays'),
  line('A', 'reacts'),
  line('C', 'third turn', true),
  line('C', 'draws'),
  line('A', 'my next turn', true),
];

test('the last round begins after my own last turn, whatever I answered in between', () => {
  expect(roundSince(TURNS, 'A')).toBe(2);
  expect(roundSince(TURNS.slice(0, 6), 'A')).toBe(2);
  expect(roundSince(TURNS, 'B')).toBe(5);
  expect(roundSince(TURNS, null)).toBe(5);
});

test('without turns in the log it begins after my last line', () => {
  const log = [line(null, 'altar', true), line('A', 'lays'), line('B', 'lays'), line('C', 'passes')];
  expect(roundSince(log, 'A')).toBe(2);
  expect(roundSince(log.slice(0, 2), 'A')).toBe(2);
});

test('a summary has the others, each with their own sentences', () => {
  const told = summaryOf(TURNS, 2, 'A');
  expect(told.map(({ seat, lines }) => [seat, lines.map(({ text }) => text.en)])).toEqual([
    ['B', ['plays']],
    ['C', ['draws']],
  ]);
  expect(sentencesOf(TURNS)).toHaveLength(4);
});

test('speeds: none waits not at all, step by step for ever, and a crowd hurries', () => {
  expect(timeFor(40, 'none', 1)).toBe(0);
  expect(timeFor(40, 'step', 1)).toBe(Infinity);
  const [slow, normal, fast] = (['slow', 'normal', 'fast'] as const).map((speed) => timeFor(40, speed, 1));
  expect(slow).toBeGreaterThan(normal);
  expect(normal).toBeGreaterThan(fast);
  expect(timeFor(40, 'normal', 30)).toBeLessThan(normal);
  expect(timeFor(40, 'slow', 30)).toBe(slow);
  expect(timeFor(40, 'normal', 1, true)).toBeLessThan(normal);
});
