import { expect, test } from 'vitest';
import { linesOf, textOf } from '../../src/lib/cards.ts';

const both = (en: string, ja: string) => ({ en, ja });

test('a card nobody has drawn shows its words and nothing of the program', () => {
  const god = {
    id: 'hastur',
    group: 'god',
    set: 'rotoo',
    copies: 1,
    provenance: 'designed',
    data: { shape: 'S10' },
    spheres: ['Sun', 'Moon'],
    name: both('Hastur', 'ハスター'),
    title: both('The Unspeakable', '名状しがたきもの'),
    abilities: [{ type: 'act', name: both('The Yellow Sign', '黄の印'), text: both('Pay 1.', '1払う。') }],
  };
  expect(linesOf(god, 'en')).toEqual(['The Unspeakable', 'The Yellow Sign: Pay 1.']);
  expect(linesOf(god, 'ja')).toEqual(['名状しがたきもの', '黄の印: 1払う。']);
});

test('what has no words is never shown as an object', () => {
  expect(textOf({ shape: 'S10' }, 'en')).toBe('');
  expect(linesOf({ name: both('B01', 'B01'), data: { shape: 'S10' } }, 'en')).toEqual([]);
});
