/**
 * All browser tests, or those of the files that are named, two files at a time. The longest begin:
 * at the end one of them would run alone.
 */

import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { run } from 'node:test';
import { spec as Spec, tap } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const LONGEST = ['screens', 'offline', 'battles', 'fit', 'coach', 'lessons', 'kamisama', 'play', 'seats', 'kodama'];
const all = readdirSync(FOLDER).filter((name) => name.endsWith('.test.mjs')).sort();
const rank = (name) => (LONGEST.indexOf(basename(name, '.test.mjs')) + 1 || LONGEST.length + 1);
const named = process.argv.slice(2).map((path) => resolve(path));
const files = named.length > 0 ? named : all.sort((a, b) => rank(a) - rank(b)).map((name) => resolve(FOLDER, name));

run({ files, concurrency: 2 })
  .on('test:fail', () => (process.exitCode = 1))
  .compose(process.stdout.isTTY ? new Spec() : tap)
  .pipe(process.stdout);
