import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');
const entries = readdirSync(join(src, 'games'), { withFileTypes: true });
const games = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(src, join(entry.parentPath, entry.name)));

test('there are games, and each brings its module', () => {
  expect(games.length).toBeGreaterThan(0);
  for (const game of games) expect(files).toContain(`games/${game}/index.ts`);
});

const read = (file: string) => readFileSync(join(src, file), 'utf8');
const shared = files.filter((file) => !games.some((game) => file.startsWith(`games/${game}/`)));

// Taking a game's folder away takes the game out of the page.
test.each(games)('%s is named nowhere in what all games share', (game) => {
  expect(shared.filter((file) => read(file).toLowerCase().includes(game))).toEqual([]);
});

test.each(games)('no other game needs %s', (game) => {
  const others = files.filter((file) => /\.(ts|svelte)$/.test(file) && !file.startsWith(`games/${game}/`));
  expect(others.filter((file) => read(file).includes(`../${game}/`))).toEqual([]);
});
