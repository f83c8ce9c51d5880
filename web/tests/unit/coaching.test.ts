import { describe, expect, test } from 'vitest';
import { chancesOf, momentFrom, momentsFor, pointAt, ticksOf } from '../../src/pages/replay/coaching.ts';
import type { ChancePoint, KeyMoment } from '../../src/lib/wire.ts';

const point = (step: number) =>
  ({ step, known: { A: { A: 0.6, B: 0.4 }, B: { A: 0.7, B: 0.3 } }, open: { A: 0.5, B: 0.5 } }) as unknown as ChancePoint;
const moment = (step: number, seat: 'A' | 'B', change: number): KeyMoment => ({
  step, seat, change, kind: 'mistake', text: { en: '', ja: '' }, better: { en: '', ja: '' },
}); // prettier-ignore

describe('what the graph shows', () => {
  test('a seat sees everybody as it could know them, a spectator each by their own knowledge', () => {
    expect(chancesOf(point(0), 'B')).toEqual({ A: 0.7, B: 0.3 });
    expect(chancesOf(point(0), null)).toEqual({ A: 0.6, B: 0.3 });
  });
  test('the last point before a step counts', () => {
    expect(pointAt([point(0), point(5)], 4)?.step).toBe(0);
    expect(pointAt([point(0), point(5)], 5)?.step).toBe(5);
  });
  test('key moments are those of the seat, the largest, in the order of the game', () => {
    const all = [moment(3, 'A', -0.1), moment(5, 'B', 0.2), ...Array.from({ length: 9 }, (_, at) => moment(10 + at, 'A', -0.2))];
    expect(momentsFor(all, 'B').map(({ step }) => step)).toEqual([5]);
    const mine = momentsFor(all, 'A').map(({ step }) => step);
    expect(mine).toHaveLength(8);
    expect(mine).not.toContain(3);
    expect(mine).toEqual(mine.toSorted((one, two) => one - two));
  });
  test('from key moment to key moment', () => {
    const all = [moment(3, 'A', -0.1), moment(8, 'A', -0.1)];
    expect([momentFrom(all, 3, 1), momentFrom(all, 3, -1), momentFrom(all, 9, -1)]).toEqual([1, -1, 1]);
  });
  test('no more ticks than there is room for', () => {
    expect(ticksOf([0, 4, 8, 12], 2).map(({ number }) => number)).toEqual([1, 3]);
  });
});
