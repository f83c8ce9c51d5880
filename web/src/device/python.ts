/** Python, our sources and cards: begun from the packs, or as it is remembered from the time before. */

import createPyodideModule from 'pyodide/pyodide.asm.mjs';
import { loadPyodide, type PyodideInterface } from 'pyodide';
import { forget, keep, recall, remember } from './memory.ts';
import { LOCK, SIZES, type PackName } from './packs.ts';
import { bytesOf, unpack } from './unpack.ts';

type Progress = (bytes: number) => void;

const MEMORY = 'memory';
const TRYING = 'trying'; // a memory is put back, and no table stands yet
const SIZE = 'X-Size';
const WASM = { headers: { 'Content-Type': 'application/wasm' } };
const BEFOREHAND = 'import kamiza.device.beforehand';

/** Ready to import the house of a device. */
export async function wake(progress: Progress): Promise<PyodideInterface> {
  try {
    const memory = await recallMemory();
    if (memory) return await begin(progress, memory);
  } catch (why) {
    console.warn(why);
    await forget(MEMORY);
  }
  const python = await begin(progress);
  await python.runPythonAsync(BEFOREHAND);
  rememberMemory(python.makeMemorySnapshot());
  return python;
}

/** Tables stand: the memory was a good one. */
export const isAwake = (): Promise<void> => forget(TRYING);

/** Half a memory would be worse than none, and so is one with which the last start came to no end. */
async function recallMemory(): Promise<Uint8Array | null> {
  if (await recall(TRYING)) await forget(MEMORY);
  const kept = await recall(MEMORY);
  if (!kept) return null;
  await keep(TRYING, new Response());
  const memory = new Uint8Array(await kept.arrayBuffer());
  if (memory.byteLength !== Number(kept.headers.get(SIZE))) throw new Error('not the whole memory');
  return memory;
}

function rememberMemory(memory: Uint8Array) {
  remember(MEMORY, () => new Response(memory as never, { headers: { [SIZE]: String(memory.byteLength) } }));
}

async function begin(progress: Progress, memory?: Uint8Array): Promise<PyodideInterface> {
  const tables = content('tables', progress).then(bytesOf);
  const python = content('python', progress).then((stream) => new Response(stream as never, WASM));
  const library = content('library', progress).then((stream) => new Response(stream as never));
  answerPyodide({ 'pyodide.asm.wasm': python, 'python_stdlib.zip': library });
  const pyodide = await loadPyodide({
    indexURL: new URL('.', self.location.href).href,
    lockFileContents: LOCK as never,
    packageBaseUrl: self.location.origin,
    createPyodideModule: memory ? withRoomFor(memory) : createPyodideModule,
    _makeSnapshot: !memory,
    _loadSnapshot: memory,
  } as never);
  furnish(pyodide, await tables);
  return pyodide;
}

/** A pack, unpacked; by us only once. */
async function content(name: PackName, progress: Progress): Promise<ReadableStream<Uint8Array>> {
  const known = await recall(name);
  if (known?.body) {
    progress(SIZES[name]);
    return known.body;
  }
  const [now, later] = (await unpack(name, progress)).tee();
  remember(name, () => new Response(later as never));
  return now;
}

/** Pyodide asks for its files by name; they are in our packs. */
function answerPyodide(files: Record<string, Promise<Response>>) {
  const fetchElse = self.fetch.bind(self);
  self.fetch = (wanted, init) => {
    const name = String(wanted instanceof Request ? wanted.url : wanted).split('/').at(-1)!;
    return files[name] ?? fetchElse(wanted, init);
  };
}

interface Settings {
  instantiateWasm(imports: unknown, come: Come): object;
}
type Come = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** Pyodide begins with little memory and puts the remembered one there: it has to be large enough. */
function withRoomFor(memory: Uint8Array) {
  return (settings: Settings) => {
    const { instantiateWasm } = settings;
    settings.instantiateWasm = (imports, come) =>
      instantiateWasm(imports, (instance, module) => {
        const room = instance.exports.memory as WebAssembly.Memory;
        const missing = memory.byteLength - room.buffer.byteLength;
        if (missing > 0) room.grow(Math.ceil(missing / 65536));
        come(instance, module);
      });
    return createPyodideModule(settings);
  };
}

/** Our sources and cards into Python's files: the length of the list, the list, the files. */
function furnish({ FS }: PyodideInterface, pack: Uint8Array) {
  const place = '/lib/python3.14/site-packages/';
  const size = new DataView(pack.buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + size))) as [string, number][];
  const folders = new Set(list.map(([name]) => name.split('/').slice(0, -1).join('/')));
  for (const folder of folders) if (folder) FS.mkdirTree(place + folder);
  let start = 4 + size;
  for (const [name, length] of list) {
    FS.writeFile(place + name, pack.subarray(start, start + length));
    start += length;
  }
}
