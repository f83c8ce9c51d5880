import { expect, test } from 'vitest';
import { wordOf } from '../../src/lib/zones.ts';

const words = {
  year: { en: 'Year {number}', ja: '{number}年目' },
  deck: { en: 'deck', ja: '山札' },
};

test('a sentence with gaps is never taken as the name of a thing', () => {
  expect(wordOf(words, 'year', 'en')).toBe('year');
  expect(wordOf(words, 'deck', 'ja')).toBe('山札');
  expect(wordOf(words, 'score_track', 'en')).toBe('score track');
});
