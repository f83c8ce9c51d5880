import { expect, test } from 'vitest';
import { recordOf } from '../../src/games/battles/record.ts';
import type { Card, Gallery } from '../../src/games/battles/view.ts';

const gallery = new Map(
  [['ghoul', 'warrior'], ['silver_key', 'artifact'], ['cultist', 'disciple']].map(([id, group]) => [id, { id, group } as Card]),
) as Gallery;
let n = 0;
const event = (name: string, seat: string | null, facts = {}) => ({ event: name, seat, n: n++, ...facts }) as any;

const EVENTS = [
  event('turn_began', 'A', { turn: 1, round: 1 }),
  event('played', 'A', { card: 'cultist' }),
  event('played', 'A', { card: 'ghoul' }),
  event('attacked', 'A', { source: 'ghoul', target: 'god:B', value: 4 }),
  event('played', 'B', { card: 'ghoul' }), // a React is no link of A's Chain
  event('attack_resolved', null, { target: 'god:B', value: 4, defence: 1, loss: 3 }),
  event('energy_lost', 'B', { object: 'god', count: 3, energy: 12 }),
  event('played', 'A', { card: 'silver_key' }),
  event('turn_began', 'B', { turn: 2, round: 1 }),
  event('energy_lost', 'B', { object: 'god', count: 1, energy: 11 }), // paid, not struck
  event('attacked', 'B', { source: 'ghoul', target: 'temple:A', value: 2 }),
  event('attack_resolved', null, { target: 'temple:A', value: 2, defence: 0, loss: 2 }),
  event('energy_lost', 'A', { object: 'temple', count: 2, energy: 3 }),
  event('turn_began', 'A', { turn: 3, round: 2 }),
  event('attacked', 'A', { source: 'ghoul', target: 'god:B', value: 11 }),
  event('attack_resolved', null, { target: 'god:B', value: 11, defence: 0, loss: 11 }),
  event('energy_lost', 'B', { object: 'god', count: 11, energy: 0 }),
  event('eliminated', 'B'),
];

test('damage, Chains, Energy and turning points are counted from what happened', () => {
  const record = recordOf(EVENTS, ['A', 'B'], gallery, () => 15);
  const [a, b] = record.seats;
  expect([a.dealt, a.taken, a.chain, a.fell]).toEqual([14, 2, 2, null]);
  expect([b.dealt, b.taken, b.chain, b.fell]).toEqual([2, 14, 0, 3]);
  expect(a.curve).toEqual([{ turn: 0, energy: 15 }]);
  expect(b.curve.map(({ turn, energy }) => [turn, energy])).toEqual([[0, 15], [1, 12], [2, 11], [3, 0]]);
  expect(record.rounds).toEqual([1, 3]);
  expect(record.points.map(({ turn, round, by, hit, loss, left }) => [turn, round, by, hit, loss, left])).toEqual([
    [1, 1, 'A', 'B', 3, 12],
    [3, 2, 'A', 'B', 11, 0],
  ]);
});
