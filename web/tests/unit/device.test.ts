/** A page and the tables of its device, over a real channel; this test is the tab that has the worker. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHANNEL, HOUSE_LOCK, type FromHouse, type FromPage } from '../../src/device/speech.ts';

let house: BroadcastChannel;
let heard: FromPage[];
/** The locks that the page asked for. */
let locks: string[];
/** What a worker of the page was told first. */
let begun: unknown[];
let kept: Record<string, string>;
let hasWorker: boolean;

beforeEach(() => {
  [heard, locks, begun, kept, hasWorker] = [[], [], [], {}, false];
  house = new BroadcastChannel(CHANNEL);
  house.onmessage = ({ data }: MessageEvent<FromPage>) => {
    heard.push(data);
    if (data.kind === 'here?' && !hasWorker) say({ kind: 'ready', house: 'one' });
  };
  const request = (name: string, ...rest: unknown[]) => {
    locks.push(name);
    if (name === HOUSE_LOCK && hasWorker) (rest.at(-1) as () => void)();
    return new Promise(() => {});
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept[key] ?? null });
  vi.stubGlobal('Worker', class {
    postMessage = (first: unknown) => begun.push(first);
    terminate() {}
  });
  vi.resetModules();
});

afterEach(() => {
  house.close();
  vi.unstubAllGlobals();
});

const say = (said: FromHouse) => house.postMessage(said);
const page = () => import('../../src/device/client.ts');

async function until(isSo: () => boolean) {
  for (let tries = 0; tries < 3000 && !isSo(); tries++) await new Promise((later) => setTimeout(later, 10));
  expect(isSo()).toBe(true);
}

test('a tab that heard of a house before it began takes its own lock all the same', async () => {
  const { start, watch } = await page();
  let state: unknown;
  watch((now) => (state = now));
  say({ kind: 'ready', house: 'one' });
  await until(() => state === 'ready');
  await start();
  expect(locks.filter((name) => name.startsWith('kamiza.page.')).length).toBe(1);
});

test('a house that fails leaves no question and nobody at a table waiting', async () => {
  const { ask, enter } = await page();
  const answer = ask('/api/games').catch((why: Error) => why.message);
  let code = 0;
  await enter('/ws/0a', { heard: () => {}, over: (why) => (code = why) });
  await until(() => heard.some(({ kind }) => kind === 'ask'));
  say({ kind: 'failed', why: 'a test' });
  expect(await answer).toBe('gone');
  await until(() => code === 1006);
});

test('what a broken note says of the house is nothing', async () => {
  hasWorker = true;
  kept['kamiza.house'] = '{"bot_pause":';
  const { start } = await page();
  void start();
  await until(() => begun.length === 1);
  expect(begun).toEqual([{}]);
});

test('a page that cannot load what a table of its device needs is told that the line broke', async () => {
  const { HereSocket } = await import('../../src/lib/here.ts'); // Node is no secure context
  const socket = new HereSocket('/ws/0a');
  const code = await new Promise((over) => (socket.onclose = ({ code }) => over(code)));
  expect([code, socket.readyState]).toEqual([1006, 3]);
});
