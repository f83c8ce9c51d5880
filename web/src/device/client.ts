/** A page and the tables of its device. One tab has the worker; all tabs talk with it alike. */

import { CHANNEL, HOUSE_LOCK, pageLock, type FromHouse, type FromPage } from './speech.ts';
import { recall } from '../lib/storage.ts';
import { WHOLE_SIZE } from './packs.ts';

const page = crypto.randomUUID();
const channel = new BroadcastChannel(CHANNEL);
const tell = (said: FromPage) => channel.postMessage(said);

export interface Loading {
  come: number;
  all: number;
}
type Listener = (loading: Loading | 'ready' | 'failed') => void;

const listeners = new Set<Listener>();
let state: Loading | 'ready' | 'failed' = { come: 0, all: WHOLE_SIZE };
let house = '';
let waiting: { ready(): void; fail(why: Error): void }[] = [];
let isStarted = false;

function become(now: typeof state) {
  state = now;
  for (const listener of listeners) listener(now);
  if (now !== 'ready' && now !== 'failed') return;
  if (now === 'failed') dropAll();
  const all = waiting;
  waiting = [];
  for (const { ready, fail } of all) now === 'ready' ? ready() : fail(new Error('failed'));
}

/** How far it is; told at once and whenever that changes. */
export function watch(listener: Listener): () => void {
  listeners.add(listener);
  listener(state);
  return () => listeners.delete(listener);
}

export const hasStarted = (): boolean => isStarted;

/** Done when the tables of this device are there. */
export function start(): Promise<void> {
  if (!isStarted || state === 'failed') {
    const isFirst = !isStarted; // another tab's house may be known already
    isStarted = true;
    become({ come: 0, all: WHOLE_SIZE });
    if (isFirst) void navigator.locks.request(pageLock(page), { ifAvailable: true }, () => new Promise(() => {}));
    void navigator.locks.request(HOUSE_LOCK, keepHouse);
    tell({ kind: 'here?', page });
  }
  return new Promise((ready, fail) => {
    if (state === 'ready') ready();
    else waiting.push({ ready, fail });
  });
}

/** From now on, until this tab is closed, the worker is ours. */
function keepHouse(): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'kamiza' });
  worker.onerror = (event) => {
    event.preventDefault(); // it is said in words
    become('failed');
  };
  worker.postMessage(recall('kamiza.house', {}));
  return new Promise((over) => {
    listeners.add(function stop(now) {
      if (now !== 'failed') return;
      listeners.delete(stop);
      worker.terminate();
      over();
    });
  });
}

// -- asking -----------------------------------------------------------------------------------------

const asked = new Map<number, { answer(found: Response): void; fail(why: Error): void }>();
let number = 0;

/** As `fetch`, of the tables of this device. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  await start();
  const id = ++number;
  const answered = new Promise<Response>((answer, fail) => asked.set(id, { answer, fail }));
  const headers = Object.fromEntries(new Headers(init.headers));
  tell({ kind: 'ask', page, id, method: init.method ?? 'GET', path, headers, body: String(init.body ?? '') });
  return answered;
}

// -- at a table -------------------------------------------------------------------------------------

/** Somebody at a table: what they hear, and that it is over. */
interface Guest {
  heard(text: string): void;
  over(code: number): void;
}
const guests = new Map<number, Guest>();
const GONE = 1006;

/** Come to a table; what one says there, and that one leaves. */
export async function enter(path: string, guest: Guest): Promise<{ send(text: string): void; leave(): void }> {
  await start();
  const socket = ++number;
  guests.set(socket, guest);
  tell({ kind: 'enter', page, socket, path });
  return {
    send: (text) => tell({ kind: 'say', page, socket, text }),
    leave: () => {
      if (guests.delete(socket)) tell({ kind: 'leave', page, socket });
    },
  };
}

function over(socket: number, code: number) {
  const guest = guests.get(socket);
  guests.delete(socket);
  guest?.over(code);
}

/** Nobody hears any more what was asked or said. */
function dropAll() {
  for (const socket of [...guests.keys()]) over(socket, GONE);
  for (const { fail } of asked.values()) fail(new Error('gone'));
  asked.clear();
}

/** The tab that had the worker is closed, and another one took over. */
function moveTo(now: string) {
  if (house && house !== now) dropAll();
  house = now;
  become('ready');
}

channel.onmessage = ({ data: said }: MessageEvent<FromHouse>) => {
  if (said.kind === 'ready') moveTo(said.house);
  else if (said.kind === 'loading') become({ come: said.come, all: said.all });
  else if (said.kind === 'failed') become('failed');
  else if (!('page' in said) || said.page !== page) return;
  else if (said.kind === 'heard') guests.get(said.socket)?.heard(said.text);
  else if (said.kind === 'closed') over(said.socket, said.code);
  else if (said.kind === 'answer') {
    asked.get(said.id)?.answer(new Response(said.body as never, { status: said.status, headers: said.headers }));
    asked.delete(said.id);
  }
};
