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

const source = (path) => here(`../node_modules/${path}`);
await mkdir(OUT, { recursive: true });
for (const [name, path] of Object.entries(LATIN)) await copyFile(source(path), join(OUT, `${name}.woff2`));
const wanted = await characters();
for (const [name, path] of Object.entries(JAPANESE)) {
  const made = await subsetFont(await readFile(source(path)), wanted, { targetFormat: 'woff2' });
  await writeFile(join(OUT, `${name}.woff2`), made);
}
