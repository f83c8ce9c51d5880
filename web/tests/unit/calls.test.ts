import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPlaces, satDown, wish, NOT_CALLED } from '../../src/lib/calls.ts';

let asked: { path: string; body: string }[];

beforeEach(() => {
  asked = [];
  const place = (table: string, state: string) => ({ table, game: 'shintoh', tokens: [`seat of ${table}`], links: [], at: 1, names: [], state });
  const tables = [place('0device', 'mine'), place('server', 'theirs'), place('done', 'over')];
  const kept = new Map([['kamiza.tables', JSON.stringify(tables)], ['kamiza.called', 'true']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, body: String(init?.body ?? '') });
    return Response.json(NOT_CALLED);
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the server hears nothing of tables that this device has itself', async () => {
  expect(openPlaces().map(({ table }) => table)).toEqual(['server']);
  await satDown('0device', ['seat of 0device']);
  expect(asked).toEqual([]);
  await satDown('server', ['seat of server']);
  await wish({}, NOT_CALLED, null, 'en');
  expect(asked.map(({ path }) => path)).toEqual(['/api/calls/seats', '/api/calls/mine']);
  expect(asked.every(({ body }) => body.includes('seat of server') && !body.includes('0device'))).toBe(true);
});
