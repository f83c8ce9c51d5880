/**
 * The page's own fonts, so that it looks the same on every machine: Latin whole, and of Japanese
 * exactly the characters that stand in our words, cards and rules. `npm run build` runs this first.
 */

import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUT = here('../src/lib/assets/fonts');
const WORDS = [here('../src'), here('../../src/kamiza')];
const GAMES = here('../../src/kamiza/games');
/** Where Japanese characters are found; `fonts.css` says the same of the other font. */
const BLOCKS = [[0x2190, 0x2bff], [0x3000, 0x30ff], [0x3400, 0x9fff], [0xff00, 0xffef]];
const READ = new Set(['.toml', '.ts', '.svelte']);

const LATIN = {
  'sans-latin': '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  'serif-latin': '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
};
const JAPANESE = {
  'sans-ja-400': '@fontsource/biz-udpgothic/files/biz-udpgothic-japanese-400-normal.woff2',
  'sans-ja-700': '@fontsource/biz-udpgothic/files/biz-udpgothic-japanese-700-normal.woff2',
  'serif-ja-700': '@fontsource/biz-udpmincho/files/biz-udpmincho-japanese-700-normal.woff2',
};

/** Every character beyond Latin in the sources, in order: the same sources make the same files. */
async function characters() {
  const found = new Set();
  for (const folder of WORDS) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !READ.has(extname(entry.name))) continue;
      for (const one of await readFile(join(entry.parentPath, entry.name), 'utf8')) {
        if (one.codePointAt(0) > 0xff) found.add(one);
      }
    }
  }
  return [...found].sort().join('');
}

/** What stands in Japanese on English pages, too: the name of the house and the titles of its games. */
async function titles() {
  const found = new Set('上座');
  for (const game of await readdir(GAMES, { withFileTypes: true })) {
    const words = await readFile(join(GAMES, game.name, 'game.toml'), 'utf8').catch(() => '');
    for (const one of /^title_ja = "(.*)"$/m.exec(words)?.[1] ?? '') found.add(one);
  }
  return [...found].sort().join('');
}

/** A face of the serif font for these characters alone, or for all others. */
const face = (name, range) => `@font-face {
  font-family: 'Kamiza Serif';
  src: url('./${name}.woff2') format('woff2');
  font-weight: 100 900;
  font-display: swap;
  unicode-range: ${range};
}
`;
const code = (number) => `U+${number.toString(16)}`;

/** Everything Japanese but these. */
function allBut(characters) {
  const left = [...characters].map((one) => one.codePointAt(0)).sort((one, other) => one - other);
  const ranges = [];
  for (let [start, end] of BLOCKS) {
    for (const hole of left.filter((one) => one >= start && one <= end)) {
      if (hole > start) ranges.push([start, hole - 1]);
      start = hole + 1;
    }
    if (start <= end) ranges.push([start, end]);
  }
  return ranges.map(([start, end]) => `${code(start)}-${end.toString(16)}`).join(', ');
}

const source = (path) => here(`../node_modules/${path}`);
await mkdir(OUT, { recursive: true });
for (const [name, path] of Object.entries(LATIN)) await copyFile(source(path), join(OUT, `${name}.woff2`));
const wanted = await characters();
const make = async (name, path, characters) => {
  const made = await subsetFont(await readFile(source(path)), characters, { targetFormat: 'woff2' });
  await writeFile(join(OUT, `${name}.woff2`), made);
};
for (const [name, path] of Object.entries(JAPANESE)) await make(name, path, wanted);
const titled = await titles();
await make('serif-ja-titles', JAPANESE['serif-ja-700'], titled);
const listed = [...titled].map((one) => code(one.codePointAt(0))).join(', ');
await writeFile(join(OUT, 'serif-ja.css'), face('serif-ja-titles', listed) + face('serif-ja-700', allBut(titled)));
