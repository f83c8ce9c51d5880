/**
 * The rules as wasm, for Pyodide to load like any library of Python's (`make device-compiled`):
 *
 *     node web/device/compile.mjs <headers of CPython 3.14> <folder for the libraries>
 *
 * mypyc writes C in Pyodide; clang and wasm-ld, as zig brings them, make position-independent libraries of it.
 * Pyodide's own are made by emscripten, of which nothing is needed here: its C library is musl, whose headers
 * zig has, and C knows neither exceptions nor long jumps, on which two compilers would have to agree.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const BUILD = here('../../build/device-objects');
const TOOLS = here('../../build/device-tools');
const ZIG = join(TOOLS, 'zig/ziglang/zig');
const MUSL = join(TOOLS, 'zig/ziglang/lib/libc/include');
const [headers, libraries] = process.argv.slice(2);

// What every browser understands in which Pyodide runs; clang alone would use more.
const MACHINE = ['-target', 'wasm32-emscripten', '-mcpu=mvp+bulk_memory+mutable_globals+nontrapping_fptoint+sign_ext'];

const [, version] = /define PY_VERSION\s+"(\d+\.\d+)/.exec(readFileSync(join(headers, 'patchlevel.h'), 'utf8'));
const python = await loadPyodide();
const wanted = python.runPython('import sys; "%d.%d" % sys.version_info[:2]');
if (version !== wanted) throw new Error(`${headers} is of Python ${version}; Pyodide is ${wanted}`);

const c = join(BUILD, 'c');
const include = join(BUILD, 'include');
cpSync(headers, include, { recursive: true, dereference: true });
mkdirSync(join(include, 'bits'), { recursive: true });
mkdirSync(c, { recursive: true });
for (const [place, folder] of [['/repository', here('../..')], ['/tools', join(TOOLS, 'mypy')], ['/c', c]]) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, folder);
}
const made = JSON.parse(python.runPython(`${readFileSync(here('compile.py'), 'utf8')}\nwritten()`));
cpSync(join(c, 'pyconfig.h'), join(include, 'pyconfig.h'));
// musl for 32 bits; a size is a long where clang makes wasm, as in emscripten's musl.
const types = readFileSync(join(MUSL, 'riscv32-linux-musl/bits/alltypes.h'), 'utf8');
writeFileSync(join(include, 'bits/alltypes.h'), types.replace('#define _Addr int', '#define _Addr long'));

const runtime = join(TOOLS, 'mypy/mypyc/lib-rt');
const places = ['-I', include, '-I', runtime, '-I', join(runtime, 'vecs'), '-I', c];
const system = ['riscv32-linux-musl', 'generic-musl'].flatMap((name) => ['-isystem', join(MUSL, name)]);
const caches = { ZIG_GLOBAL_CACHE_DIR: join(BUILD, 'zig'), ZIG_LOCAL_CACHE_DIR: join(BUILD, 'zig') };
const zig = (...words) => execFileSync(ZIG, words, { stdio: 'inherit', env: { ...process.env, ...caches } });

const object = join(BUILD, 'library.o');
for (const { name, file, source, flags } of made) {
  const library = join(libraries, file);
  mkdirSync(dirname(library), { recursive: true });
  zig('cc', ...MACHINE, ...flags, '-w', '-DNDEBUG', '-fPIC', '-fno-strict-overflow', '-fvisibility=hidden', ...places, ...system, '-c', join(c, source), '-o', object);
  zig(
    'wasm-ld', '-shared', '--experimental-pic', '--import-memory', '--import-table', '--unresolved-symbols=import-dynamic',
    `--export=PyInit_${name.split('.').at(-1)}`, '-O2', '--strip-all', object, '-o', library,
  );
  complainOfMissing(library);
}
// Vectors are a library of mypyc's own.
mkdirSync(join(libraries, 'librt'), { recursive: true });
for (const name of readdirSync(join(TOOLS, 'mypy/librt'))) {
  if (/^vecs\..*\.so$/.test(name)) cpSync(join(TOOLS, 'mypy/librt', name), join(libraries, 'librt', name));
}
console.log(`${made.length} libraries in ${libraries}`);
process.exit(0);

/** A function that Pyodide has not would be missed only when it is called. */
function complainOfMissing(library) {
  const known = python._module.LDSO.loadedLibsByName.__main__.exports;
  const module = new WebAssembly.Module(readFileSync(library));
  const own = new Set(WebAssembly.Module.exports(module).map((one) => one.name));
  const given = ['__memory_base', '__table_base'];
  for (const { name } of WebAssembly.Module.imports(module)) {
    if (!(name in known) && !own.has(name) && !given.includes(name)) throw new Error(`${library} wants ${name}`);
  }
}
