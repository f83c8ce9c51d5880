import { expect, test } from 'vitest';
import { lastFoxPlay, looksOf, piecesDuring } from '../../src/games/kamisama/fox.ts';
import { bridges, cellPoint, nearestAngle, turned } from '../../src/games/kamisama/geometry.ts';
import type { FoxCardFace } from '../../src/games/kamisama/cards.ts';
import type { Piece } from '../../src/games/kamisama/table.ts';
import type { TableEvent } from '../../src/lib/board.ts';

const event = (name: string, facts = {}): TableEvent => ({
  event: name,
  n: 1,
  ...facts,
});

// The example of the rulebook: K01 on the Fishing village.
const K01: FoxCardFace = {
  id: 'K01',
  name: 'Fox at the Gate',
  label: 'a1: remove 2, left, right',
  squares: [
    { at: 'a1', effect: 'remove', arrows: ['left', 'right'], n: 2 },
    { at: 'd3', effect: 'add', arrows: ['up', 'left'], n: 2 },
  ],
  scans: {
    FA: [],
    WE: [],
    FI: [['a1', 'b1', 'c1', 'd1'], ['d2', 'd1', 'a3']],
    HO: [],
  },
};
const told = [
  event('kitsune_revealed', { card: 'K01', village: 'FI' }),
  event('kitsune_removed', { space: 'FI.b1', owner: 'A', piece: 'shrine' }),
  event('kitsune_removed', { space: 'FI.d1', owner: 'B', piece: 'shrine' }),
  event('kitsune_added', { space: 'FI.d2' }),
  event('kitsune_added', { space: 'FI.d1' }),
  event('board_turned'),
  event('shrine_added', { space: 'FI.a1', seat: 'A' }),
];

test('the fox looks at one cell after the other until it has done enough', () => {
  const play = lastFoxPlay(told)!;
  expect(play).toMatchObject({ card: 'K01', village: 'FI' });
  expect(play.acts).toHaveLength(4);
  const looks = looksOf(play, K01);
  expect(looks.map(({ cell, acts }) => `${cell}${acts.length}`)).toEqual([
    'a10',
    'b11',
    'c10',
    'd11',
    'd21',
    'd11',
  ]);
});

test('while the fox acts, the village is drawn as far as it has come', () => {
  const after: Record<string, Piece> = {
    d1: { owner: 'kitsune', piece: 'shrine' },
    d2: { owner: 'kitsune', piece: 'shrine' },
  };
  const looks = looksOf(lastFoxPlay(told)!, K01);
  expect(piecesDuring(after, looks, 0)).toEqual({
    b1: { owner: 'A', piece: 'shrine' },
    d1: { owner: 'B', piece: 'shrine' },
  });
  expect(Object.keys(piecesDuring(after, looks, 4))).toEqual([]);
  expect(piecesDuring(after, looks, looks.length)).toEqual(after);
});

test('cells, quarters and the short way round', () => {
  expect(cellPoint('c2')).toEqual({ x: 22, y: 143 });
  expect(turned({ x: 22, y: 143 }, 1)).toEqual({ x: -143, y: 22 }); // bottom to left: clockwise
  expect(bridges(['a1', 'b1', 'a2', 'd4'])).toEqual([
    ['a1', 'b1'],
    ['a1', 'a2'],
  ]);
  expect(nearestAngle(270, 0)).toBe(360); // a fourth quarter turn goes on, not back
  expect(nearestAngle(0, 270)).toBe(-90);
});
