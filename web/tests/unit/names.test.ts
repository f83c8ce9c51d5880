import { describe, expect, test } from 'vitest';
import { Lexicon } from '../../src/lib/names.ts';

const names = [
  { thing: 'god:susanoo', name: { en: 'Susanoo', ja: 'スサノオ' } },
  { thing: 'god:sword', name: { en: 'Sword of Kusanagi', ja: 'クサナギノツルギ' }, forms: { en: ['Sword'], ja: ['剣'] } },
  { thing: 'space:HO.b3', name: { en: 'Holy b3', ja: '聖なる村b3' } },
  { thing: 'village:HO', name: { en: 'Holy village', ja: '聖なる村' }, forms: { en: ['Holy'], ja: [] } },
  { thing: 'card:B16', name: { en: '2 stars branch', ja: '星2の枝' } },
  { thing: 'card:B17', name: { en: '2 stars branch', ja: '星2の枝' } },
  { thing: 'term:star', name: { en: 'star', ja: '星' } },
  { thing: 'term:shrine', name: { en: 'shrine', ja: '祠' } },
];
const en = new Lexicon(names, 'en');
const ja = new Lexicon(names, 'ja');
const marks = (lexicon: Lexicon, text: string, about?: string[]) =>
  lexicon.marked(text, about).flatMap((part) => (typeof part !== 'string' && 'things' in part ? [[part.text, ...part.things]] : []));

describe('names in a sentence', () => {
  test('are found, with the players between them', () => {
    expect(en.marked('{B} wins Susanoo.')).toEqual([{ seat: 'B' }, ' wins ', { things: ['god:susanoo'], text: 'Susanoo' }, '.']);
  });
  test('the longest is meant', () => {
    expect(marks(en, 'On Holy b3 of the Holy village; the Sword.')).toEqual([
      ['Holy b3', 'space:HO.b3'],
      ['Holy village', 'village:HO'],
      ['Sword', 'god:sword'],
    ]);
    expect(marks(ja, '聖なる村b3に祠')).toEqual([['聖なる村b3', 'space:HO.b3'], ['祠', 'term:shrine']]);
  });
  test('plurals, and words that begin a sentence', () => {
    expect(marks(en, 'Shrines and stars')).toEqual([['Shrines', 'term:shrine'], ['stars', 'term:star']]);
  });
  test('no part of another word', () => {
    expect(marks(en, 'starts, Swordfish, mustard')).toEqual([]);
  });
  test('of several of one name the one that the line is about, in its order', () => {
    const text = 'grows the 2 stars branch on the 2 stars branch';
    expect(marks(en, text, ['card:B17', 'card:B16'])).toEqual([['2 stars branch', 'card:B17'], ['2 stars branch', 'card:B16']]);
    expect(marks(en, text)).toEqual([['2 stars branch', 'card:B16', 'card:B17'], ['2 stars branch', 'card:B16', 'card:B17']]);
  });
  test('without names a sentence stays as it is', () => {
    expect(new Lexicon([], 'en').marked('Susanoo')).toEqual(['Susanoo']);
  });
});
