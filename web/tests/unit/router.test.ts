import { beforeAll, expect, test, vi } from 'vitest';
import type { Route } from '../../src/lib/router.svelte.ts';

let parse: (href: string) => Route;
beforeAll(async () => {
  vi.stubGlobal('location', { href: 'http://localhost/' });
  parse = (await import('../../src/lib/router.svelte.ts')).parse;
});

test.each<[string, Route]>([
  ['/', { page: 'lobby' }],
  ['/?from=mail', { page: 'lobby' }],
  ['/t/k3v9#tok-en_1', { page: 'table', table: 'k3v9', token: 'tok-en_1' }],
  ['/t/k3v9', { page: 'table', table: 'k3v9', token: '' }],
  ['/r/k3v9', { page: 'replay', table: 'k3v9', token: '' }],
  ['/r/k3v9#mine', { page: 'replay', table: 'k3v9', token: 'mine' }],
  ['/rules', { page: 'rules', game: '', id: '', study: false, show: 'how' }],
  ['/rules/shintoh', { page: 'rules', game: 'shintoh', id: '', study: false, show: 'how' }],
  ['/rules/shintoh?study=1', { page: 'rules', game: 'shintoh', id: '', study: true, show: 'cards' }],
  ['/rules/shintoh/OF-DED-03', { page: 'rules', game: 'shintoh', id: 'OF-DED-03', study: false, show: 'all' }],
  ['/rules/kodama?show=all', { page: 'rules', game: 'kodama', id: '', study: false, show: 'all' }],
  ['/edit', { page: 'edit', game: '', link: '', table: '', step: 0, puzzle: 0 }],
  ['/edit/kodama#1abc', { page: 'edit', game: 'kodama', link: '1abc', table: '', step: 0, puzzle: 0 }],
  ['/edit/kodama?table=k3v9&step=12', { page: 'edit', game: 'kodama', link: '', table: 'k3v9', step: 12, puzzle: 0 }],
  ['/edit/kodama?puzzle=7', { page: 'edit', game: 'kodama', link: '', table: '', step: 0, puzzle: 7 }],
  ['/edit/kodama?puzzle=x', { page: 'edit', game: 'kodama', link: '', table: '', step: 0, puzzle: 0 }],
  ['/edit/kodama/more', { page: 'missing' }],
  ['/t', { page: 'missing' }],
  ['/t/', { page: 'missing' }],
  ['/t/a/b', { page: 'missing' }],
  ['/rules/shintoh/OF-DED-03/more', { page: 'missing' }],
  ['/nowhere', { page: 'missing' }],
])('%s', (href, route) => {
  expect(parse(href)).toEqual(route);
});
