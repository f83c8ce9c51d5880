import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discard } from '../../src/lib/carry.ts';

const PLACE = { table: 'abc', game: 'shintoh', tokens: ['a'], host: 'h', links: [{ seat: 'B' as const, token: 'b' }], at: 1, names: [], state: 'mine' as const };
let asked: { method: string; path: string; body: string }[];
let standing: Response;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ method: init.method!, path, body: String(init.body ?? '') });
    return path.endsWith('/standing') ? standing : Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

const refusal = (status: number, code: string) => Response.json({ error: { code, sentence: { en: code, ja: code } } }, { status });
const left = () => asked.filter(({ method }) => method === 'DELETE').map(({ path, body }) => [path, JSON.parse(body)]);

test('a table is given up as it stands, and one that only rests here as well', async () => {
  standing = Response.json({ version: 7 });
  await discard(PLACE);
  standing = refusal(409, 'other_rules');
  await discard(PLACE);
  expect(left()).toEqual([
    ['/api/tables/abc/carried?version=7', { seats: ['a', 'b'] }],
    ['/api/tables/abc/carried?version=0', { seats: ['a', 'b'] }],
  ]);
});

test('what cannot be looked at for another reason is not given up', async () => {
  standing = refusal(403, 'unknown_token');
  await expect(discard(PLACE)).rejects.toThrow('unknown_token');
  expect(left()).toEqual([]);
});
