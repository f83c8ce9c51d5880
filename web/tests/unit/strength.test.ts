import { expect, test } from 'vitest';
import { after, course, NINETY, START, type Ranking, type Strength } from '../../src/lib/history/strength.ts';

const order = (...players: string[]): Ranking => ({
  sides: players.map((player, at) => ({ players: [player], place: at + 1 })),
});
const means = (strengths: Map<string, Strength>, ...players: string[]) =>
  players.map((player) => Math.round(strengths.get(player)!.mean));

test('who comes first rises, who comes last falls, and the middle of three stays', () => {
  const found = after(new Map(), order('a', 'b', 'c'));
  const [a, b, c] = ['a', 'b', 'c'].map((player) => found.get(player)!);
  expect(a.mean).toBeGreaterThan(b.mean);
  expect(b.mean).toBeGreaterThan(c.mean);
  expect(Math.abs(b.mean - START.mean)).toBeLessThan(a.mean - START.mean);
  expect([a, b, c].map(({ games }) => games)).toEqual([1, 1, 1]);
  expect(Math.max(a.deviation, b.deviation, c.deviation)).toBeLessThan(START.deviation);
});

test('a tie of equals changes nobody', () => {
  const found = after(new Map(), { sides: [{ players: ['a'], place: 1 }, { players: ['b'], place: 1 }] });
  expect(means(found, 'a', 'b')).toEqual([1000, 1000]);
});

test('a surprise moves more than what was expected', () => {
  const known = new Map<string, Strength>([
    ['strong', { mean: 1300, deviation: 80, games: 30 }],
    ['weak', { mean: 900, deviation: 80, games: 30 }],
  ]);
  const expected = after(known, order('strong', 'weak')).get('strong')!.mean - 1300;
  const surprise = after(known, order('weak', 'strong')).get('weak')!.mean - 900;
  expect(surprise).toBeGreaterThan(4 * expected);
});

test('of whom little is known moves farther', () => {
  const known = new Map<string, Strength>([
    ['old', { mean: 1000, deviation: 50, games: 90 }],
    ['new', { mean: 1000, deviation: 200, games: 0 }],
  ]);
  const found = after(known, order('new', 'old'));
  expect(found.get('new')!.mean - 1000).toBeGreaterThan(5 * (1000 - found.get('old')!.mean));
});

test('a team rises together', () => {
  const sides = [
    { players: ['a', 'b'], place: 1 },
    { players: ['c', 'd'], place: 2 },
  ];
  const found = after(new Map(), { sides });
  const [a, b, c, d] = means(found, 'a', 'b', 'c', 'd');
  expect([a === b, c === d, a > 1000, c < 1000]).toEqual([true, true, true, true]);
});

test('a game of one says nothing, and who did not play stays', () => {
  expect(after(new Map(), order('a')).size).toBe(0);
  const known = new Map([['x', START]]);
  expect(after(known, order('a', 'b')).get('x')).toBe(START);
  expect(course([order('a', 'b'), order('b', 'a')])).toHaveLength(2);
});

/** Always the same chance. */
function chances(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296;
}

test.each([
  [2, 20],
  [3, 30],
  [4, 50],
])('the range of nine in ten holds the truth about so often: %i players, %i games each', (seats, games) => {
  let inside = 0;
  let all = 0;
  for (let world = 1; world <= 40; world++) {
    const chance = chances(world * 7919 + seats);
    const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    const truth = Array.from({ length: 8 }, () => 1000 + 200 * normal());
    let now = new Map<string, Strength>();
    for (let game = 0; game < (games * 8) / seats; game++) {
      const some = truth.map((strength, id) => ({ id, strength, lot: chance() }));
      const seated = some.sort((one, other) => one.lot - other.lot).slice(0, seats);
      const day = seated.map(({ id, strength }) => ({ id, shown: strength + 200 * normal() }));
      now = after(now, order(...day.sort((one, other) => other.shown - one.shown).map(({ id }) => `${id}`)));
    }
    // Only differences can be told from results.
    const middle = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const offset = middle([...now.values()].map(({ mean }) => mean)) - middle(truth);
    for (const [id, { mean, deviation }] of now) {
      all += 1;
      if (Math.abs(mean - offset - truth[Number(id)]) < NINETY * deviation) inside += 1;
    }
  }
  expect(inside / all).toBeGreaterThan(0.85);
  expect(inside / all).toBeLessThan(0.99);
});
