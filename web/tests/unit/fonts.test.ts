/** On a machine without any Japanese font every character of ours is still drawn: the pages bring it. */

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
// @ts-expect-error: it declares no types
import fontverter from 'fontverter';
import { beforeAll, expect, test } from 'vitest';

const ROOT = new URL('../../..', import.meta.url).pathname;
const FONTS = join(ROOT, 'web/src/lib/assets/fonts');
const JAPANESE = /[\u3001-\u30ff\u3400-\u9fff\uff01-\uff5e]/gu;

/** Every Japanese character of cards, rules, words, lessons and pages. */
function written(): Set<string> {
  const found = new Set<string>();
  for (const folder of ['src/kamiza', 'web/src']) {
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || !['.toml', '.ts', '.svelte'].includes(extname(file.name))) continue;
      const text = readFileSync(join(file.parentPath, file.name), 'utf8');
      for (const character of text.match(JAPANESE) ?? []) found.add(character);
    }
  }
  return found;
}

/** The characters of a font, from the segments of its cmap (format 4, which all of these have). */
async function drawn(name: string): Promise<Set<string>> {
  const sfnt = await fontverter.convert(readFileSync(join(FONTS, name)), 'truetype');
  const font = new DataView(sfnt.buffer, sfnt.byteOffset, sfnt.byteLength);
  const tag = (at: number) => String.fromCharCode(...new Uint8Array(sfnt.buffer, sfnt.byteOffset + at, 4));
  const records = Array.from({ length: font.getUint16(4) }, (_, number) => 12 + 16 * number);
  const cmap = font.getUint32(records.find((at) => tag(at) === 'cmap')! + 8);
  const tables = Array.from({ length: font.getUint16(cmap + 2) }, (_, n) => cmap + font.getUint32(cmap + 8 + 8 * n));
  const segments = tables.find((at) => font.getUint16(at) === 4)!;
  const count = font.getUint16(segments + 6) / 2;
  const found = new Set<string>();
  for (let number = 0; number < count; number++) {
    const end = font.getUint16(segments + 14 + 2 * number);
    const start = font.getUint16(segments + 16 + 2 * count + 2 * number);
    for (let code = start; code <= end && code < 0xffff; code++) found.add(String.fromCharCode(code));
  }
  return found;
}

let characters: Set<string>;
beforeAll(() => {
  characters = written();
});

test.each(['sans-ja-400.woff2', 'sans-ja-700.woff2', 'serif-ja-700.woff2'])('%s draws all we write', async (name) => {
  const font = await drawn(name);
  expect(characters.size).toBeGreaterThan(1000);
  expect([...characters].filter((one) => !font.has(one))).toEqual([]);
});

test('English pages need no Japanese font but that of the titles', async () => {
  const font = await drawn('serif-ja-titles.woff2');
  const titles = ['shintoh', 'kamisama', 'kodama', 'battles'].map(
    (game) => /^title_ja = "(.*)"$/m.exec(readFileSync(join(ROOT, `src/kamiza/games/${game}/game.toml`), 'utf8'))![1],
  );
  const wanted = new Set(`上座${titles.join('')}`);
  expect([...wanted].filter((one) => !font.has(one))).toEqual([]);

  // Each character is drawn by one of the two faces, so the large one is not asked for these.
  const faces = readFileSync(join(FONTS, 'serif-ja.css'), 'utf8').match(/unicode-range: .*;/g)!;
  const [own, others] = faces.map((face) =>
    [...face.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/g)].map(([, from, to]) => [parseInt(from, 16), parseInt(to ?? from, 16)]),
  );
  const isIn = (ranges: number[][], one: string) => ranges.some(([from, to]) => one.codePointAt(0)! >= from && one.codePointAt(0)! <= to);
  expect([...characters].filter((one) => isIn(own, one) === isIn(others, one))).toEqual([]);
  expect([...wanted].filter((one) => !isIn(own, one))).toEqual([]);
});
