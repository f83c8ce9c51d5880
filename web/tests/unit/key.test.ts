import { expect, test } from 'vitest';
import {
  COUNT,
  keyFromSeed,
  keyOf,
  linkOf,
  newWords,
  readWords,
  seal,
  tagOf,
  unseal,
  WORDS,
} from '../../src/lib/key/key.ts';

const WRITTEN = ['pine', 'lantern', 'crane', 'river', 'seven', 'snow'];

test('the list has 2048 different plain words: eleven bits each', () => {
  expect(new Set(WORDS).size).toBe(2048);
  expect(WORDS.filter((word) => !/^[a-z]{4,9}$/.test(word))).toEqual([]);
  expect([...WORDS].sort()).toEqual(WORDS);
});

test('new words are six of the list, and not always the same', () => {
  const made = Array.from({ length: 200 }, newWords);
  expect(made.every((words) => words.length === COUNT && words.every((w) => WORDS.includes(w)))).toBe(true);
  // Of 1200 draws from 2048 about 900 are different.
  expect(new Set(made.flat()).size).toBeGreaterThan(700);
});

test('words are read however they were written down', () => {
  const ways = [
    'pine lantern crane river seven snow',
    ' Pine,  LANTERN crane\nriver 5. seven 6) snow ',
    'pine-lantern-crane-river-seven-snow',
    'ｐｉｎｅ　ｌａｎｔｅｒｎ　crane river seven snow',
  ];
  for (const way of ways) expect(readWords(way)).toEqual({ words: WRITTEN, unknown: [] });
  expect(readWords('pine lantern crane river seven')).toBeNull();
  expect(readWords('pine lantern crane river seven snow star')).toBeNull();
  expect(readWords('pine lantern crane rivver seven snow')?.unknown).toEqual(['rivver']);
});

test('the same words are the same key everywhere, and its parts do not tell of each other', async () => {
  const key = await keyOf(WRITTEN);
  // Worked out with Python's hashlib and hmac; if this changes, everybody is locked out.
  expect(key.seed).toBe('3c0dfe99034291b76b755ac33555c51c700104e675fe9a2a6ba50120b8731d3b');
  expect(key.name).toBe('3771d3faa6a3a822a1889f1dd7c2546a');
  expect(key.proof).toBe('139365cec17884acfe9ee60d6f62a3b6790fab92b293db8d2479797805494bad');
  const kept = await keyFromSeed(key.words, key.seed);
  expect([kept.name, kept.proof]).toEqual([key.name, key.proof]);
  const other = await keyOf(['snow', ...WRITTEN.slice(1)]);
  expect(other.name).not.toBe(key.name);
});

test('what is sealed opens with the same key in the same place only', async () => {
  const key = await keyFromSeed(WRITTEN, 'ab'.repeat(32));
  const other = await keyFromSeed(WRITTEN, 'cd'.repeat(32));
  const tag = await tagOf(key, 'table:k3v9');
  expect(await tagOf(key, 'table:k3v9')).toBe(tag);
  expect(await tagOf(other, 'table:k3v9')).not.toBe(tag);
  const thing = { tokens: ['geheim'], name: '美香', many: Array(300).fill('leaf') };
  const sealed = await seal(key, tag, thing);
  expect(await unseal(key, tag, sealed)).toEqual(thing);
  expect(await seal(key, tag, thing)).not.toBe(sealed);
  await expect(unseal(other, tag, sealed)).rejects.toThrow();
  await expect(unseal(key, 'f'.repeat(32), sealed)).rejects.toThrow();
  const changed = (sealed[40] === 'A' ? 'B' : 'A') + sealed.slice(41);
  await expect(unseal(key, tag, sealed.slice(0, 40) + changed)).rejects.toThrow();
});

test('how long something is sealed tells little of it', async () => {
  const key = await keyFromSeed(WRITTEN, 'ab'.repeat(32));
  const lengths = await Promise.all(['a', 'abcdefgh', 'x'.repeat(70)].map(async (text) => (await seal(key, '', text)).length));
  expect(new Set(lengths).size).toBe(1);
});

test('the link carries the words behind #', () => {
  const url = new URL(linkOf(WRITTEN, 'https://table.example'));
  expect([url.pathname, url.hash]).toEqual(['/me', '#pine-lantern-crane-river-seven-snow']);
});
