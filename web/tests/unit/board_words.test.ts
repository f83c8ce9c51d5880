/** The words of a board: its own (`words.ts`), and those of its game (`words.toml`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { boards } from '../../src/lib/words/boards.ts';

const root = join(import.meta.dirname, '../../..');
const games = readdirSync(join(root, 'web/src/games'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe.each(games)('%s', async (game) => {
  const folder = join(root, 'web/src/games', game);
  const own = Object.keys((await import(join(folder, 'words.ts'))).words);
  const catalogue = readFileSync(join(root, 'src/kamiza/games', game, 'words.toml'), 'utf8');
  const given = new Set([...catalogue.matchAll(/^"?([\w.]+)"? = \{/gm)].map(([, key]) => key));
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !/^(words|table)\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

  test('no word of its own is one of the game', () => {
    expect(own.filter((key) => given.has(key))).toEqual([]);
  });

  test('every word of its own is said', () => {
    // Keys are put together, too: `on_${trigger}`.
    const families = [...code.matchAll(/`(\w+_)\$\{[^`{}]*\}`/g)].map(([, start]) => start);
    const unsaid = own.filter(
      (key) => !code.includes(`'${key}'`) && !families.some((start) => key.startsWith(start)),
    );
    expect(unsaid).toEqual([]);
  });

  test('whatever it says is a word', () => {
    const asked = [
      ...code.matchAll(/\b[wW]\((?:[^'`;{}]*\? )?'([\w.]+)'(?:\s*: '([\w.]+)')?/g),
      ...code.matchAll(/\bwords\.(\w+)/g),
    ].flatMap(([, ...keys]) => keys.filter(Boolean));
    expect(asked.length).toBeGreaterThan(20);
    const known = new Set([...own, ...given, ...Object.keys(boards), 'ts']);
    expect([...new Set(asked)].filter((key) => !known.has(key))).toEqual([]);
  });
});
