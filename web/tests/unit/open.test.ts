import { expect, test } from 'vitest';
import { follow, type Listed } from '../../src/pages/lobby/open.ts';
import type { OpenTable } from '../../src/lib/wire.ts';

const open = (table: string, taken = 1): OpenTable => ({
  table,
  game: 'shintoh',
  seats: 3,
  taken,
  settings: {},
  clock: null,
  created: 0,
  host: 'Mika',
  begun: false,
});
const shown = (tables: Listed[]) =>
  tables.map(({ table, taken, isGone }) => `${table}${taken}${isGone ? ' gone' : ''}`);

test('whatever is listed keeps its place, new tables come after it', () => {
  const before = follow([], [open('b'), open('a')], false);
  expect(shown(follow(before, [open('c'), open('b'), open('a', 2)], false))).toEqual(['b1', 'a2', 'c1']);
});

test('a table that has gone leaves at once, or keeps its place while somebody is choosing', () => {
  const before = follow([], [open('b'), open('a')], false);
  expect(shown(follow(before, [open('a')], false))).toEqual(['a1']);
  const held = follow(before, [open('a')], true);
  expect(shown(held)).toEqual(['b1 gone', 'a1']);
  expect(shown(follow(held, [open('b'), open('a')], true))).toEqual(['b1', 'a1']);
});
