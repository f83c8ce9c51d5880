/** What the service worker keeps of the pages, from a real web server, on a shelf as browsers have it. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPages, type PagesScope } from '../../src/pages_worker.ts';

let server: Server;
let home: string;
let shelf: Map<string, Response>;
/** What the web server has; a number is a refusal. */
let files: Record<string, string | number>;
let asked: string[];
let hear: Record<string, (event: never) => void>;

beforeEach(async () => {
  [shelf, asked, hear] = [new Map(), [], {}];
  server = createServer((request, answer) => {
    const name = request.url!.slice(1);
    const found = files[name] ?? 404;
    asked.push(name);
    if (typeof found === 'number') answer.writeHead(found, found === 429 ? { 'Retry-After': '0.01' } : {}).end();
    else answer.end(found);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const opened = {
    keys: async () => [...shelf.keys()].map((url) => ({ url })),
    put: async (url: string, answer: Response) => void shelf.set(url, answer),
    delete: async (url: string) => shelf.delete(url),
    add: async (asked: string | Request) => {
      const answer = await fetch(asked);
      if (!answer.ok) throw new TypeError(String(answer.status));
      shelf.set(answer.url, answer);
    },
  };
  const match = async (asked: string | { url: string }) => shelf.get(typeof asked === 'string' ? asked : asked.url)?.clone();
  vi.stubGlobal('caches', { open: async () => opened, match });
  keepPages({
    registration: { scope: home },
    clients: { claim: async () => {} },
    skipWaiting: async () => {},
    addEventListener: (kind, heard) => void (hear[kind] = heard),
  } as PagesScope);
});

afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

/** A page of ours as it was built, with parts of these names. */
function build(page: string, ...parts: string[]) {
  const list = JSON.stringify([...parts.map((part) => `assets/${part}`), 'icon.svg']);
  files = { '': page, 'parts.json': list, 'icon.svg': `icon of ${page}` };
  for (const part of parts) files[`assets/${part}`] = part;
}

/** A page says that it has nothing better to do. */
function keep(): Promise<void> {
  let done: Promise<void>;
  hear.message({ waitUntil: (until: Promise<void>) => (done = until) } as never);
  return done!;
}

const kept = () => [...shelf.keys()].map((url) => url.slice(home.length)).sort();
const read = async (name: string) => shelf.get(home + name)!.clone().text();

test('who is told to come later comes later, and everything is kept', async () => {
  build('one', 'a', 'b', 'c');
  const refusals = ['assets/b', 'assets/b', 'assets/c'];
  const whole = { ...files };
  for (const name of refusals) files[name] = 429;
  const done = keep();
  const watching = setInterval(() => {
    for (const name of new Set(refusals)) if (asked.filter((one) => one === name).length > 1) files[name] = whole[name];
  }, 1);
  await done;
  clearInterval(watching);
  expect(kept()).toEqual(['', 'assets/a', 'assets/b', 'assets/c', 'icon.svg']);
});

test('an update that breaks off leaves the page before it whole, and the next one goes on', async () => {
  build('one', 'a', 'b');
  await keep();
  build('two', 'b', 'c', 'd');
  files['assets/d'] = 500;
  await expect(keep()).rejects.toThrow('assets/d');
  expect(await read('')).toBe('one');
  expect(kept()).toEqual(expect.arrayContaining(['assets/a', 'assets/b']));

  files['assets/d'] = 'd';
  asked = [];
  await keep();
  expect(await read('')).toBe('two');
  expect(kept()).toEqual(['', 'assets/b', 'assets/c', 'assets/d', 'icon.svg']);
  expect(asked.filter((name) => name.startsWith('assets/'))).toEqual(['assets/d']);
  expect(await read('icon.svg')).toBe('icon of two');
});

test('several pages that open at once ask for everything once', async () => {
  build('one', 'a', 'b');
  await Promise.all([keep(), keep(), keep()]);
  expect(asked.sort()).toEqual(['', 'assets/a', 'assets/b', 'icon.svg', 'parts.json']);
});

test('what stands beside the page is there without a server, too', async () => {
  build('one', 'a');
  files['parts.json'] = JSON.stringify(['assets/a', 'icon.svg', 'kamiza.webmanifest']);
  files['kamiza.webmanifest'] = 'its name';
  await keep();
  for (const name of ['assets/a', 'icon.svg', 'kamiza.webmanifest']) {
    let answer: Promise<Response> | undefined;
    const request = { method: 'GET', url: home + name, mode: 'cors' };
    hear.fetch({ request, respondWith: (given: Promise<Response>) => (answer = given) } as never);
    expect(await (await answer!).text(), name).toBe(files[name]);
  }
});
