/** Our rules in the Python that browsers get, straight from the sources; or compiled by `make device-compiled`. */

import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export async function loadRules({ compiled }) {
  const wheels = here('../../build/device');
  const words = (await readdir(wheels).catch(() => [])).find((name) => name.startsWith('mypy_extensions-'));
  if (!words) throw new Error('The wheels for the browser are missing: make build/device/.fetched');
  const python = await loadPyodide();
  const folders = [['/src', here('../../src')], ['/wheels', wheels]];
  if (compiled) folders.push(['/compiled', here('../../build/device-compiled')]);
  for (const [place, folder] of folders) {
    python.FS.mkdirTree(place);
    python.mountNodeFS(place, folder);
  }
  python.runPython(
    `import shutil, sys
source = "/src"
if compiled:  # Python looks for a library beside its source
    source = "/together"
    shutil.copytree("/src/kamiza", f"{source}/kamiza", ignore=shutil.ignore_patterns("static"))
    shutil.copytree("/compiled", source, dirs_exist_ok=True)
sys.path[:0] = [source, f"/wheels/{words}"]
from kamiza.core.native import COMPILED
assert COMPILED == compiled`,
    { locals: python.toPy({ words, compiled }) },
  );
  return python;
}
