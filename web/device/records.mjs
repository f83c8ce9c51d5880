/**
 * The recorded games of tests/records once more, in the Python that browsers get:
 *
 *     node web/device/records.mjs            all of them
 *     node web/device/records.mjs --share 1  one of each file
 */

import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const WHEELS = here('../../build/device');

const words = (await readdir(WHEELS).catch(() => [])).find((name) => name.startsWith('mypy_extensions-'));
if (!words) throw new Error('The wheels for the browser are missing: make build/device/.fetched');
const python = await loadPyodide();
for (const [place, folder] of [['/src', here('../../src')], ['/records', here('../../tests/records')], ['/wheels', WHEELS]]) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, folder);
}
const asked = python.toPy(['shelf.py', ...process.argv.slice(2)]);
try {
  python.runPython(
    `import runpy, sys
sys.argv, sys.path[:0] = asked, ["/src", f"/wheels/{words}"]
runpy.run_path("/records/shelf.py", run_name="__main__")`,
    { locals: python.toPy({ asked, words }) },
  );
} catch (why) {
  console.error(String(why));
  process.exit(1);
}
process.exit(0);
