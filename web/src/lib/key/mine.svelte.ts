/** The key of this device, and keeping my devices in step: what is new there comes, what is new here goes. */

import { api, ApiError, sentenceOf } from '../api.ts';
import type { Text } from '../board.ts';
import { listeners, recall, store } from '../storage.ts';
import type { KeyItem } from '../wire.ts';
import { keyFromSeed, keyOf, newWords, seal, tagOf, unseal, type Key } from './key.ts';
import { forgetGone } from './gone.ts';
import { nameOf, takeIn, things, type Thing } from './things.ts';

interface Kept {
  words: string[];
  seed: string;
  /** How many changes of the server this device knows. */
  n: number;
  /** The times of what was sent or fetched, by name. */
  known: Record<string, number>;
}

const KEY = 'kamiza.key';
/** Of a request, whose body has to stay below 16 KiB. */
const BODY = 14_000;
const TRIES = 5;
const PAUSE = 1500;
/** After so many changes there are no more: only whether the proof opens anything is asked. */
const NOTHING_NEW = 999_999_999;
/** What is stored without being anything to keep in step. */
const OWN = [KEY, 'kamiza.gone', 'kamiza.settings.shared', 'kamiza.devices', 'kamiza.device'];

export type KeyState = 'none' | 'working' | 'kept' | 'late' | 'gone';

const kept = (): Kept | null => recall<Kept | null>(KEY, null);

export const mine = $state<{ words: string[] | null; state: KeyState; sentence: Text | null; at: number }>({
  words: kept()?.words ?? null,
  state: kept() ? 'working' : 'none',
  sentence: null,
  at: 0,
});

let opened: Key | null = null;
async function opening(): Promise<Key | null> {
  const here = kept();
  if (!here) return null;
  if (opened?.seed !== here.seed) opened = await keyFromSeed(here.words, here.seed);
  return opened;
}

/** A new key; it is kept here only once the server has it. */
export async function makeKey(): Promise<void> {
  const key = await keyOf(newWords());
  await api.makeKey(key.name, key.proof);
  await begin(key);
}

/** The key of another device; `ApiError` with `unknown_key` if nothing is kept under these words. */
export async function linkDevice(words: string[]): Promise<void> {
  const key = await keyOf(words);
  await api.keyItems(key.name, key.proof, NOTHING_NEW);
  await begin(key);
}

async function begin(key: Key): Promise<void> {
  store(KEY, { words: key.words, seed: key.seed, n: 0, known: {} } satisfies Kept);
  opened = key;
  mine.words = key.words;
  await keepInStep();
}

/** The key leaves this device; what it has brought stays. */
export function unlink(): void {
  store(KEY, null);
  opened = null;
  Object.assign(mine, { words: null, state: 'none', sentence: null });
}

/** Nothing is left at the server, for any device. */
export async function deleteKey(): Promise<void> {
  const key = await opening();
  if (key) await api.deleteKey(key.name, key.proof).catch(ignoreUnknown);
  unlink();
}

function ignoreUnknown(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'unknown_key') throw error;
}

// -- in step --------------------------------------------------------------------------------------

let running: Promise<void> | null = null;

/** Fetch and send; several at once are one. */
export function keepInStep(): Promise<void> {
  running ??= exchange().finally(() => (running = null));
  return running;
}

async function exchange(): Promise<void> {
  const key = await opening();
  if (!key) return;
  mine.state = 'working';
  try {
    for (let attempt = 0; ; attempt++) {
      await fetchNew(key);
      if (await sendNew(key, attempt + 1 < TRIES)) break;
    }
    Object.assign(mine, { state: 'kept', sentence: null, at: Date.now() });
  } catch (error) {
    if (kept() === null) return; // it left meanwhile
    const isGone = error instanceof ApiError && error.code === 'unknown_key';
    Object.assign(mine, { state: isGone ? 'gone' : 'late', sentence: sentenceOf(error) });
  }
}

async function fetchNew(key: Key): Promise<void> {
  for (let more = true; more; ) {
    const here = kept();
    if (!here) return;
    const answer = await api.keyItems(key.name, key.proof, here.n);
    const found = (await Promise.all(answer.items.map((item) => open(key, item)))).flat();
    takeIn(found);
    const known = { ...here.known };
    for (const thing of found) known[nameOf(thing)] = Math.max(thing.at, known[nameOf(thing)] ?? 0);
    store(KEY, { ...here, n: answer.n, known });
    more = answer.more;
  }
}

/** What is sealed; nothing if it cannot be opened, which nobody but its owner could have written. */
async function open(key: Key, { item, sealed }: KeyItem): Promise<Thing[]> {
  try {
    return [(await unseal(key, item, sealed)) as Thing];
  } catch {
    return [];
  }
}

/** False if another device was faster: then look again. */
async function sendNew(key: Key, again: boolean): Promise<boolean> {
  const here = kept();
  if (!here) return true;
  const fresh = things((name) => name in here.known).filter((thing) => here.known[nameOf(thing)] !== thing.at);
  for (let from = 0; from < fresh.length; ) {
    const now = kept();
    if (!now) return true;
    const items: KeyItem[] = [];
    const sent: Thing[] = [];
    for (let bytes = 0; from < fresh.length && items.length < 100; from++) {
      const item = await tagOf(key, nameOf(fresh[from]));
      const sealed = await seal(key, item, fresh[from]);
      bytes += sealed.length + 60;
      if (bytes > BODY && items.length > 0) break;
      items.push({ item, sealed });
      sent.push(fresh[from]);
    }
    try {
      const { n } = await api.writeKey(key.name, key.proof, { after: now.n, items });
      const known = { ...now.known };
      for (const thing of sent) known[nameOf(thing)] = thing.at;
      store(KEY, { ...now, n, known });
    } catch (error) {
      if (again && error instanceof ApiError && error.code === 'changed') return false;
      throw error;
    }
  }
  forgetGone();
  return true;
}

/** Called once: now, whenever something here has changed, and whenever somebody comes back to the page. */
let isKeepingUp = false;
export function keepUp(): void {
  if (isKeepingUp) return;
  isKeepingUp = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keepInStep(), PAUSE);
  };
  listeners.add((key) => {
    if (!OWN.includes(key) && kept()) soon();
  });
  addEventListener('visibilitychange', () => document.hidden || (kept() && soon()));
  addEventListener('online', () => kept() && soon());
  if (kept()) void keepInStep();
}
