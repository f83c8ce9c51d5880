/** Tables that go from this device to the server and back, or into a file. */

import { api, ApiError } from './api.ts';
import type { Text } from './board.ts';
import { saveAs } from './download.ts';
import { isHere } from './here.ts';
import { both } from './i18n.svelte.ts';
import { forget, remembered, rememberMade, type Remembered } from './memory.ts';

/** One table on its way; the rest is what `kamiza/server/carrying.py` knows of it. */
export interface Carried {
  version: number;
  game: string;
  players: { kind: 'person' | 'bot'; name: string; level?: string }[];
}

type Held = Pick<Remembered, 'table' | 'host' | 'tokens' | 'links'>;

const seatsOf = ({ tokens, links }: Held) => [...tokens, ...links.map(({ token }) => token)];
const take = (place: Held) => api.takeAlong(place.table, place.host ?? '', seatsOf(place));
const leave = (place: Held, version: number) => api.leave(place.table, place.host ?? '', seatsOf(place), version);

/** How often somebody who does not answer is asked again, and after how many milliseconds. */
const PATIENCE = 4;
const AGAIN_AFTER = 1000;

/** Said by who knows that the table stands and stays; whatever else goes wrong says nothing about it. */
const STAYS = ['others_sit', 'not_the_host', 'stays_here', 'read_only', 'table_closed', 'changed'];
const isOneOf = (error: unknown, codes: string[]) => error instanceof ApiError && codes.includes(error.code ?? '');
const isRefusal = (error: unknown) => isOneOf(error, STAYS);

/**
 * Is the old table gone? If an answer was lost, the question is repeated: a table that is not there any more
 * was left. False if nobody says.
 */
async function hasLeft(place: Held, version: number): Promise<boolean> {
  for (let tries = 1; tries <= PATIENCE; tries++) {
    try {
      await leave(place, version);
      return true;
    } catch (error) {
      if (isOneOf(error, ['unknown_table'])) return true;
      // One that is being left just now has changed, too.
      if (isRefusal(error) && (tries === 1 || !isOneOf(error, ['changed']))) throw error;
    }
    if (tries < PATIENCE) await new Promise((later) => setTimeout(later, AGAIN_AFTER));
  }
  return false;
}

/**
 * To the server from here, or from there to here; `invited` seats wait for friends. The address of the new
 * table. Until all is done the old one is the table; if it may not be left, nothing has happened, and if
 * nobody knows whether it was left, both stay.
 */
export async function move(place: Remembered, invited: number[]): Promise<string> {
  const taken = await take(place);
  const players = taken.players.map((player, seat) =>
    invited.includes(seat) ? { kind: 'person' as const, name: '' } : player,
  );
  const made = await api.bring({ ...taken, players }, !isHere(place.table));
  const address = rememberMade(made, place.game);
  try {
    if (!(await hasLeft(place, taken.version))) throw bothStay();
  } catch (error) {
    if (isRefusal(error)) await takeBack(made.table);
    throw error;
  }
  forget(place);
  return address;
}

const bothStay = () => new ApiError(0, both('carry.both'));

/** A new table that shall not be. */
async function takeBack(table: string): Promise<void> {
  const place = remembered().find((one) => one.table === table)!;
  await discard(place).catch(() => {
    throw bothStay();
  });
  forget(place);
}

/** A table of this device that nobody wants any more: nothing of it is kept. */
export async function discard(place: Remembered): Promise<void> {
  const standing = api.standing(place.table, place.tokens[0]);
  const version = await standing.then(
    ({ version }) => version,
    (error) => {
      // Nobody can have acted since: any version is the newest.
      if (error instanceof ApiError && error.code === 'other_rules') return 0;
      throw error;
    },
  );
  await leave(place, version);
}

/** What worked, and why the rest did not. If nothing did, it is told as a fault. */
async function each<One, Done>(all: One[], does: (one: One) => Promise<Done>): Promise<[Done[], unknown[]]> {
  const [done, faults]: [Done[], unknown[]] = [[], []];
  for (const one of all) await does(one).then((now) => done.push(now), (error: unknown) => faults.push(error));
  if (done.length === 0 && faults.length > 0) throw faults[0];
  return [done, faults];
}

/** Lessons and puzzles are begun anew wherever they are wanted. */
const isGuided = (error: unknown) => isOneOf(error, ['is_lesson', 'is_puzzle']);

/** Into a file, with all their cards; how many tables are missing there, in words. */
export async function save(places: Remembered[]): Promise<Text | void> {
  const [tables, faults] = await each(places, take);
  const name = places.length === 1 ? `${places[0].game}-${places[0].table}` : new Date().toISOString().slice(0, 10);
  saveAs(new Blob([JSON.stringify({ kamiza_tables: tables })], { type: 'application/json' }), `kamiza-${name}.json`);
  const count = faults.filter((error) => !isGuided(error)).length;
  if (count > 0) return both('carry.notSaved', { count });
}

/** The tables in a file; null if it is none of ours. */
export function tablesIn(text: string): Carried[] | null {
  try {
    const { kamiza_tables: found } = JSON.parse(text) as { kamiza_tables?: Carried[] };
    return Array.isArray(found) && found.length > 0 ? found : null;
  } catch {
    return null;
  }
}

/** Onto this device: the address of the last one, and how many could not be opened. */
export async function open(tables: Carried[]): Promise<{ address: string; missing: number }> {
  const [addresses, faults] = await each(tables, async (table) => rememberMade(await api.bring(table, true), table.game));
  return { address: addresses.at(-1)!, missing: faults.length };
}
