/**
 * The recorded games of tests/records once more, in the Python that browsers get:
 *
 *     node web/device/records.mjs             all of them
 *     node web/device/records.mjs --share 1   one of each file
 *     node web/device/records.mjs --compiled  by the rules of `make device-compiled`
 */

import { fileURLToPath } from 'node:url';
import { loadRules } from './rules.mjs';

const words = process.argv.slice(2);
const python = await loadRules({ compiled: words.includes('--compiled') });
python.FS.mkdirTree('/records');
python.mountNodeFS('/records', fileURLToPath(new URL('../../tests/records', import.meta.url)));
const asked = python.toPy(['shelf.py', ...words.filter((word) => word !== '--compiled')]);
try {
  python.runPython(
    `import runpy, sys
sys.argv = asked
runpy.run_path("/records/shelf.py", run_name="__main__")`,
    { locals: python.toPy({ asked }) },
  );
} catch (why) {
  console.error(String(why));
  process.exit(1);
}
process.exit(0);
