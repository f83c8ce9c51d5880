/** How this device is called: what the browser allows, and what the server keeps of it. */

import { api } from './api.ts';
import type { Lang } from './board.ts';
import { isHere } from './here.ts';
import { remembered, type Remembered } from './memory.ts';
import { recall, store } from './storage.ts';
import type { CalledTable, CallsOffered, KeptWishes, NewWishes, PushKeys } from './wire.ts';

/** Known to this device and, as a hash, to the server; it opens no seat. */
const SECRET = 'kamiza.device';
/** Is this device called in any way? Then every new table is told to call. */
const CALLED = 'kamiza.called';
const WORKER = '/worker.js';

export function deviceSecret(): string {
  let secret = recall(SECRET, '');
  if (!secret) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    store(SECRET, secret);
  }
  return secret;
}

// -- the browser -----------------------------------------------------------------------------------

/** Why notifications are not possible here, if they are not. */
export type Hurdle = 'unknown' | 'insecure' | 'denied' | null;

export function hurdle(): Hurdle {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator)) return 'unknown';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Ask for the permission, if it was not given yet. */
export async function allowed(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER);
  return navigator.serviceWorker.ready;
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** The subscription of this browser; null if its push service does not answer. */
export async function subscribed(key: string): Promise<PushKeys | null> {
  try {
    const { pushManager } = await worker();
    const known = await pushManager.getSubscription();
    const wanted = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
    const made = known ?? (await pushManager.subscribe(wanted));
    return keysOf(made) ?? keysOf(await renewed(made, pushManager, wanted));
  } catch {
    return null;
  }
}

/** A server with other keys needs another subscription. */
async function renewed(old: PushSubscription, manager: PushManager, wanted: PushSubscriptionOptionsInit) {
  await old.unsubscribe();
  return manager.subscribe(wanted);
}

function keysOf(subscription: PushSubscription): PushKeys | null {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return null;
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

export async function unsubscribed(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(WORKER);
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The server calls no more, whatever the browser thinks.
  }
}

/** A notification by this very page, while it is open and out of sight. */
export async function notifyHere(title: string, body: string, table: string): Promise<void> {
  if (hurdle() || Notification.permission !== 'granted') return;
  const told = { body, tag: `kamiza-${table}`, icon: '/icon.svg', data: { table } };
  try {
    await (await worker()).showNotification(title, told);
  } catch {
    // Nothing depends on it.
  }
}

// -- the server ------------------------------------------------------------------------------------

export const NOT_CALLED: KeptWishes = {
  push: null,
  mail: '',
  mail_how: 'off',
  confirmed: false,
  quiet: null,
  tables: [],
};

export interface Known {
  offered: CallsOffered;
  kept: KeptWishes;
}

/** What the server can do, and what it keeps of this device. */
export async function known(): Promise<Known> {
  const [offered, kept] = await Promise.all([api.callsOffered(), api.calls(deviceSecret())]);
  return { offered, kept };
}

/** The games of mine that go on at the server; it is never told of tables that this device has itself. */
export const openPlaces = (): Remembered[] => remembered().filter(({ state, table }) => state !== 'over' && !isHere(table));

/** All seats of this device, with what was decided about their tables. */
function wishedTables(kept: KeptWishes, ways: Record<string, CalledTable['way']>): CalledTable[] {
  const never = new Set(kept.tables.filter(({ way }) => way === 'never').map(({ table }) => table));
  return openPlaces().flatMap(({ table, tokens }) =>
    tokens.map((token) => ({ table, token, way: ways[table] ?? (never.has(table) ? 'never' : '') })),
  );
}

export type Change = Partial<Omit<NewWishes, 'tables'>> & { ways?: Record<string, CalledTable['way']> };

/** Change something; the rest stays as the server has it. */
export async function wish(
  { ways = {}, ...change }: Change,
  kept: KeptWishes,
  push: PushKeys | null,
  language: Lang,
): Promise<KeptWishes> {
  const now = await api.wish(deviceSecret(), {
    tables: wishedTables(kept, ways),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    offset: -new Date().getTimezoneOffset(),
    language,
    push,
    mail: kept.mail,
    mail_how: kept.mail_how,
    quiet: kept.quiet,
    ...change,
  });
  store(CALLED, now.push !== null || now.mail_how !== 'off');
  return now;
}

const told = new Set<string>();

/** I sit at this table: if this device is called at all, it is called here too. */
export async function satDown(table: string, tokens: string[]): Promise<void> {
  if (isHere(table) || !recall(CALLED, false)) return;
  for (const token of tokens) {
    if (told.has(token)) continue;
    told.add(token);
    // Whoever only watches has no seat to be called to.
    await api.callSeat(deviceSecret(), { table, token }).catch(() => {});
  }
}
