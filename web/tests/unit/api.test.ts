/** What the pages make of answers, from a real web server. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { net } from '../../src/lib/net.svelte.ts';
import { api, ApiError, sentenceOf } from '../../src/lib/api.ts';

let server: Server;
let says: { status: number; type: string; body: string };

beforeEach(async () => {
  server = createServer((_, answer) => {
    answer.writeHead(says.status, { 'Content-Type': says.type }).end(says.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const there = fetch;
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => there(home + path, init));
});

afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

const faultOf = (asked: Promise<unknown>) => asked.then(() => null, (error: ApiError) => error);

test.each([502, 503, 504])('a proxy that says %i has no server behind it: nobody answers', async (status) => {
  says = { status, type: 'text/html', body: '<h1>Bad Gateway</h1>' };
  expect((await faultOf(api.open()))?.status).toBe(0);
  expect(net.isGone).toBe(true);
});

test('a server that has no time is there', async () => {
  says = { status: 503, type: 'application/json', body: '{"error":{"code":"closing","sentence":{"en":"Later.","ja":""}}}' };
  expect(await faultOf(api.open())).toMatchObject({ status: 503, code: 'closing', message: 'Later.' });
  expect(net.isGone).toBe(false);
});

test('a fault of the page itself is not blamed on the server', () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(sentenceOf(new TypeError('undefined is not a function')).en).toMatch(/on this page/);
  expect(complaint).toHaveBeenCalledOnce();
  // What Chromium, Firefox and Safari say of a part that does not come.
  for (const said of ['Failed to fetch dynamically imported module', 'error loading dynamically imported module', 'Importing a module script failed.']) {
    expect(sentenceOf(new TypeError(said)).en).toMatch(/server does not answer/);
  }
  expect(sentenceOf(new ApiError(409, { en: 'No.', ja: '' })).en).toBe('No.');
  complaint.mockRestore();
});
