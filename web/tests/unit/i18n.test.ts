import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';
import { en } from '../../src/lib/words/en.ts';
import { ja } from '../../src/lib/words/ja.ts';

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((gap) => gap[1]).sort();

test('both catalogues have the same keys', () => {
  expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
});

test.each(Object.entries(en))('%s says something in both languages, with the same gaps', (key) => {
  const [english, japanese] = [en[key as keyof typeof en], ja[key as keyof typeof ja]];
  expect(english.trim()).not.toBe('');
  expect(japanese.trim()).not.toBe('');
  expect(gaps(japanese)).toEqual(gaps(english));
});

const src = join(import.meta.dirname, '../../src');

function files(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

test('every sentence is used somewhere', () => {
  const code = files(src, /\.(svelte|ts)$/)
    .filter((path) => !path.includes('words'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  // Keys such as `clock.${name}` are put together: their first parts have to appear.
  const unused = Object.keys(en).filter((key) => {
    const parts = key.split('.');
    const families = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'));
    return !code.includes(`'${key}'`) && !families.some((family) => code.includes(`\`${family}.\${`));
  });
  expect(unused).toEqual([]);
});

/** The words that stand in the markup itself instead of a catalogue. */
function bareWords(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(bareWords);
  if (typeof node !== 'object' || node === null) return [];
  const { type, data, ...parts } = node as Record<string, unknown>;
  if (type === 'Text') return String(data).match(/\p{L}{3,}/gu) ?? [];
  if (type === 'Attribute' || type === 'StyleSheet' || type === 'Script') return [];
  return Object.values(parts).flatMap(bareWords);
}

test.each(files(src, /\.svelte$/))('%s says nothing by itself', (path) => {
  const tree = parse(readFileSync(path, 'utf8'), { modern: true });
  expect(bareWords(tree.fragment).filter((word) => word !== 'Kamiza')).toEqual([]);
});
