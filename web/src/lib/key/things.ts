/**
 * What my devices have in common, as things with a name and a time. Of two with one name the later
 * counts; one without a value was thrown away.
 */

import { clubs, adoptClub, type Membership } from '../clubs.ts';
import { dropGames, keepGames, playedGames, type Played } from '../history/games.ts';
import { isHere } from '../here.ts';
import { adopt, idOf, remembered, type Remembered } from '../memory.ts';
import { preferences, type Preferences } from '../preferences.svelte.ts';
import { recall, store } from '../storage.ts';
import { gone } from './gone.ts';

export type Kind = 'table' | 'game' | 'club' | 'settings' | 'device';

export interface Thing {
  kind: Kind;
  id: string;
  at: number;
  value: unknown;
}

export interface Device {
  label: string;
  at: number;
}

export const nameOf = ({ kind, id }: Pick<Thing, 'kind' | 'id'>): string => `${kind}:${id}`;

const SETTINGS = 'kamiza.settings.shared';
const DEVICES = 'kamiza.devices';
const DEVICE = 'kamiza.device';
const DAY = 86_400_000;

/** What every device of mine shall do alike; how loud and how large is each device's own affair. */
const shared = ({ lang, theme, motion, playback, name }: Preferences) => ({
  lang,
  theme,
  motion,
  playback,
  name,
});

/** The settings with the time of their last change. */
function settings(): Thing {
  const now = shared(preferences);
  const known = recall<{ at: number; value: unknown }>(SETTINGS, { at: 0, value: null });
  const isSame = JSON.stringify(known.value) === JSON.stringify(now);
  // Those of a device that has never shared any are older than all others.
  const kept = isSame ? known : { at: known.at === 0 ? 1 : Date.now(), value: now };
  if (!isSame) store(SETTINGS, kept);
  return { kind: 'settings', id: 'settings', ...kept };
}

/** What kind of device this is, as far as it tells. */
function labelOf(): string {
  const { userAgent } = navigator;
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'];
  const found = known.find((name) => userAgent.includes(name)) ?? '';
  return { Android: 'Android', CrOS: 'Chromebook' }[found] ?? found;
}

export function thisDevice(): string {
  const kept = recall<string>(DEVICE, '');
  const id = kept || Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join('');
  if (!kept) store(DEVICE, id);
  return id;
}

export const devices = (): Record<string, Device> => recall<Record<string, Device>>(DEVICES, {});

/** That this device was here today. */
function device(): Thing {
  const at = Math.floor(Date.now() / DAY) * DAY;
  const id = thisDevice();
  const value = { label: labelOf(), at };
  if (devices()[id]?.at !== at) store(DEVICES, { ...devices(), [id]: value });
  return { kind: 'device', id, at, value };
}

/** Everything that is here. A table that is over is no seat any more: it is a game of the history. */
export function things(isKnown: (name: string) => boolean): Thing[] {
  const tables = remembered().flatMap((place): Thing[] => {
    if (isHere(place.table)) return []; // other devices could not open it
    const thing: Thing = { kind: 'table', id: idOf(place), at: place.at, value: place };
    if (place.state !== 'over') return [thing];
    return isKnown(nameOf(thing)) ? [{ ...thing, value: null }] : [];
  });
  const games = playedGames().map((game): Thing => ({ kind: 'game', id: game.table, at: game.at, value: game }));
  const member = clubs().map((club): Thing => ({ kind: 'club', id: club.club, at: club.at, value: club }));
  const here = [...tables, ...games, ...member, settings(), device()];
  const names = new Set(here.map(nameOf));
  const dropped = gone()
    .map((one): Thing => ({ kind: one.kind as Kind, id: one.id, at: one.at, value: null }))
    .filter((thing) => !names.has(nameOf(thing)) && isKnown(nameOf(thing)));
  return [...here, ...dropped];
}

/** Take in what other devices have written. */
export function takeIn(found: Thing[]): void {
  const here = new Map(things(() => true).map((thing) => [nameOf(thing), thing.at]));
  const newer = found.filter((thing) => thing.at > (here.get(nameOf(thing)) ?? -1));
  keepGames(newer.flatMap(({ kind, value }) => (kind === 'game' && value ? [value as Played] : [])));
  const dropped = newer.filter(({ kind, value }) => kind === 'game' && !value).map(({ id }) => id);
  if (dropped.length > 0) dropGames(new Set(dropped));
  for (const { kind, id, at, value } of newer) {
    if (kind === 'table') adopt(id, value as Remembered | null);
    if (kind === 'club') adoptClub(id, value as Membership | null);
    if (kind === 'device' && value) store(DEVICES, { ...devices(), [id]: value });
    if (kind === 'settings' && value) {
      Object.assign(preferences, value);
      store(SETTINGS, { at, value: shared(preferences) });
    }
  }
}
