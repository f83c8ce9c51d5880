/** Tables that go from this device to the server and back, or into a file. */

import { api } from './api.ts';
import { saveAs } from './download.ts';
import { isHere } from './here.ts';
import { forget, rememberMade, type Remembered } from './memory.ts';

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

/**
 * To the server from here, or from there to here; `invited` seats wait for friends. The address of the new
 * table. Until all is done the old one is the table; if it cannot be left, nothing has happened.
 */
export async function move(place: Remembered, invited: number[]): Promise<string> {
  const taken = await take(place);
  const players = taken.players.map((player, seat) =>
    invited.includes(seat) ? { kind: 'person' as const, name: '' } : player,
  );
  const made = await api.bring({ ...taken, players }, !isHere(place.table));
  try {
    await leave(place, taken.version);
  } catch (error) {
    const tokens = made.seats.flatMap(({ token }) => token ?? []);
    const version = (await api.standing(made.table, made.spectator)).version;
    await leave({ table: made.table, host: made.host, tokens, links: [] }, version);
    throw error;
  }
  forget(place);
  return rememberMade(made, place.game);
}

/** A table of this device that nobody wants any more: nothing of it is kept. */
export async function discard(place: Remembered): Promise<void> {
  const { version } = await api.standing(place.table, place.tokens[0]);
  await leave(place, version);
}

/** Into a file, with all its cards. */
export async function save(places: Remembered[]): Promise<void> {
  const tables: Carried[] = [];
  for (const place of places) tables.push(await take(place));
  const name = places.length === 1 ? `${places[0].game}-${places[0].table}` : new Date().toISOString().slice(0, 10);
  saveAs(new Blob([JSON.stringify({ kamiza_tables: tables })], { type: 'application/json' }), `kamiza-${name}.json`);
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

/** Onto this device; the address of the last one. */
export async function open(tables: Carried[]): Promise<string> {
  let address = '';
  for (const table of tables) address = rememberMade(await api.bring(table, true), table.game);
  return address;
}
