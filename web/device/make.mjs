/**
 * What a page needs to be its own server: Python, as much of its library as is used, our sources. Each is
 * one compressed file, because not every web host compresses, and none as tightly. `npm run build` runs this
 * before the pages. With `--compiled`, our sources once more with the rules of `make device-compiled`.
 */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const compiled = process.argv.includes('--compiled');
const OUT = here(compiled ? '../src/device/packs/compiled/' : '../src/device/packs/');
const WHEELS = here('../../build/device');

if (!(await readdir(WHEELS).catch(() => [])).some((name) => name.endsWith('.whl'))) {
  throw new Error('The wheels for the browser are missing: make build/device/.fetched');
}
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
const folders = [['/src', here('../../src')], ['/wheels', WHEELS]];
if (compiled) folders.push(['/compiled', here('../../build/device-compiled')]);
for (const [place, folder] of folders) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, folder);
}
const pack = python.runPython(`${await readFile(here('pack.py'), 'utf8')}\n{"library": library, "tables": tables, "tight": tight, "told": told}`);
const made = {
  python: await readFile(here('../node_modules/pyodide/pyodide.asm.wasm')),
  library: pack.get('library')().toJs(),
  tables: pack.get('tables')().toJs(),
};
await mkdir(`${OUT}told`, { recursive: true });
const { info } = JSON.parse(await readFile(here('../node_modules/pyodide/pyodide-lock.json'), 'utf8'));
const sizes = {};
for (const [name, bytes] of Object.entries(made)) {
  const packed = pack.get('tight')(python.toPy(new Uint8Array(bytes))).toJs();
  sizes[name] = packed.length;
  await writeFile(`${OUT}${name}.pack`, packed);
}
await writeFile(`${OUT}sizes.json`, JSON.stringify({ ...sizes, lock: { info, packages: {} } }));
// Browsers undo this one themselves, and a game's is small; it says the same however rules run.
for (const [name, answers] of Object.entries(compiled ? {} : JSON.parse(pack.get('told')()))) {
  const packed = gzipSync(answers, { level: 9 });
  sizes[name] = packed.length;
  await writeFile(`${OUT}told/${name}.pack`, packed);
}
console.log(Object.entries(sizes).map(([name, size]) => `${name} ${Math.round(size / 1000)} kB`).join(', '));
process.exit(0);
