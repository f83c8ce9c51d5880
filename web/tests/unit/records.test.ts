import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The rules in the Python of the browsers: one recorded game of each game and number of seats. */
test('recorded games go as they went in Pyodide', { timeout: 300_000 }, () => {
  const program = fileURLToPath(new URL('../../device/records.mjs', import.meta.url));
  const said = execFileSync(process.execPath, [program, '--share', '1'], { encoding: 'utf8' });
  expect(said).toMatch(/^15 games, \d+ moves, all as they were/);
  expect(said).toMatch(/CPython 3\.14\.\d+, emscripten/);
});
