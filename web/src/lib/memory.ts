/** The tables this browser has been at: a link is a seat, so losing the link would lose the seat. */

import { SEATS, type Seat, type Text } from './board.ts';
import { isHere } from './here.ts';
import { noteGone } from './key/gone.ts';
import { recall, store } from './storage.ts';
import type { TableMade } from './wire.ts';

export interface Remembered {
  table: string;
  game: string;
  /** Seats played on this device; several at a hot seat. */
  tokens: string[];
  /** The invitation one came by; it opens nothing any more, but may be in a message or a bookmark. */
  invite?: string;
  /** Links to hand out, if the table was made here. */
  links: { seat: Seat; token: string }[];
  spectator?: string;
  host?: string;
  /** When it was last visited, in milliseconds since 1970. */
  at: number;
  names: string[];
  state: 'waiting' | 'mine' | 'theirs' | 'over';
  /** Came here to play again: ready without being asked. */
  eager?: boolean;
  /** How it stood when it was last looked at. */
  standing?: {
    asked?: string;
    progress?: Text;
    place?: number;
    score?: number;
    /** What happened since I was there. */
    news?: Text;
    /** Where a game takes days: the last act, and when the time of who is asked is up. */
    since?: number;
    until?: number;
    resting?: number;
  };
  /** The version of the table when I was last there. */
  seen?: number;
}

const KEY = 'kamiza.tables';
const ASKED = 'kamiza.asked';
const MOST = 24;
/** Nobody else knows the tables of this device: they stay. */
const newest = (places: Remembered[]) => places.filter(({ table }, at) => at < MOST || isHere(table));

export function remembered(): Remembered[] {
  return recall<Remembered[]>(KEY, []).map((place) => ({
    ...place,
    // Seats were numbers once.
    links: place.links.map((link) => ({ ...link, seat: SEATS[Number(link.seat)] ?? link.seat })),
  }));
}

/** The place at a table that a token belongs to. */
export function placeOf(table: string, token: string): Remembered | undefined {
  const places = remembered().filter((place) => place.table === table);
  if (!token) return places[0];
  return places.find((place) => place.tokens.includes(token) || place.invite === token);
}

/**
 * The token this device asks for in exchange for an invitation. It is made here and kept before it
 * is sent: if the answer is lost, the next attempt asks for the same one.
 */
export function ownToken(table: string, token: string): string {
  const asked = recall<Record<string, string>>(ASKED, {});
  const key = `${table}#${token}`;
  const own = asked[key] ?? newToken();
  store(ASKED, { ...asked, [key]: own });
  return own;
}

/** The table has answered. */
export function forgetOwnToken(table: string, token: string): void {
  const { [`${table}#${token}`]: _, ...others } = recall<Record<string, string>>(ASKED, {});
  store(ASKED, others);
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function remember(place: Remembered): void {
  const others = remembered().filter(
    (other) => other.table !== place.table || !other.tokens.some((t) => place.tokens.includes(t)),
  );
  store(KEY, newest([{ ...place, at: Date.now() }, ...others]));
}

/** What became of a table while nobody here was at it; its place in the list stays. */
export function update(place: Remembered): void {
  store(
    KEY,
    remembered().map((other) => (other.table === place.table && other.at === place.at ? place : other)),
  );
}

export function forget(place: Remembered): void {
  noteGone('table', idOf(place));
  store(
    KEY,
    remembered().filter((other) => other.table !== place.table || other.at !== place.at),
  );
}

/** The tables whose game is over; nobody sits there any more. */
export function forgetOver(): void {
  store(
    KEY,
    remembered().filter((place) => place.state !== 'over'),
  );
}

/** What a place is called on all my devices. */
export const idOf = (place: Remembered): string => `${place.table}#${place.tokens[0]}`;

/** A place that another device of mine was at, when it was there; or one that it has forgotten. */
export function adopt(id: string, place: Remembered | null): void {
  const others = remembered().filter((other) => idOf(other) !== id);
  const places = place ? [...others, place] : others;
  store(KEY, newest(places.sort((one, other) => other.at - one.at)));
}

/** Remember a table just made here, and give the address of my own place at it. */
export function rememberMade(made: TableMade, game: string): string {
  const mine = made.seats.filter((seat) => seat.mine && seat.token).map((seat) => seat.token!);
  const links = made.seats
    .filter((seat) => seat.token && !seat.mine)
    .map(({ seat, token }) => ({ seat, token: token! }));
  const tokens = mine.length > 0 ? mine : [made.spectator];
  remember({
    table: made.table,
    game,
    tokens,
    links,
    spectator: made.spectator,
    host: made.host,
    at: 0,
    names: [],
    state: 'theirs',
  });
  return `/t/${made.table}#${tokens[0]}`;
}

/** Remember a place at a table somebody else has made, and give its address. */
export function rememberMoved(
  table: string,
  game: string,
  tokens: string[],
  host?: string,
  eager = false,
): string {
  remember({ table, game, tokens, links: [], host, at: 0, names: [], state: 'theirs', eager });
  return `/t/${table}#${tokens[0]}`;
}
