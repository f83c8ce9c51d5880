import { expect, test } from 'vitest';
import { filled, headline, pieces } from '../../src/lib/sentence.ts';

test('names are found, everything else stays text', () => {
  expect(pieces('{A} takes a card from {D}.')).toEqual([{ seat: 'A' }, ' takes a card from ', { seat: 'D' }, '.']);
  expect(pieces('{G} {name} <b>{B}</b>')).toEqual(['{G} {name} <b>', { seat: 'B' }, '</b>']);
});

test('a name that looks like a gap is not filled again', () => {
  expect(filled('{A} and {B}', (seat) => (seat === 'A' ? '{B}' : 'Haru'))).toBe('{B} and Haru');
});

test.each([
  ['Not yet: 3. It must be larger than 4.', 'Not yet: 3.', 'It must be larger than 4.'],
  ['まだ足りません。合計は3です。', 'まだ足りません。', '合計は3です。'],
  ['One sentence.', 'One sentence.', ''],
  ['No stop', 'No stop', ''],
])('%s', (all, first, rest) => {
  expect(headline(all)).toEqual([first, rest]);
});
