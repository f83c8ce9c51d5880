/**
 * The pages without a server: what was opened once is kept. A page itself is asked for anew and only taken
 * from the shelf if nobody answers; its parts have names that change with what is in them.
 */

interface Told extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetched extends Told {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** As much of the worker's world as is used here; the pages have another one. */
export interface PagesScope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: string, heard: (event: never) => void): void;
}

const SHELF = 'kamiza-pages';
/** All parts of the pages, as `vite.config.ts` lists them; the packs for a device's own tables among them. */
const LIST = 'parts.json';

/** What is there for good, once it has come. */
async function parts(home: string): Promise<string[]> {
  const answer = await fetch(new URL(LIST, home), { cache: 'no-cache' });
  return ((await answer.json()) as string[]).map((part) => new URL(part, home).href);
}

/** Keep the page and all its parts, and nothing of older ones. */
async function keep(home: string): Promise<void> {
  const [shelf, all] = [await caches.open(SHELF), await parts(home)];
  const kept = new Set((await shelf.keys()).map(({ url }) => url));
  await shelf.add(new Request(home, { cache: 'no-cache' }));
  for (const part of all) if (!kept.has(part)) await shelf.add(part);
  for (const url of kept) if (url !== home && !all.includes(url)) await shelf.delete(url);
}

async function page(home: string, request: Request): Promise<Response> {
  const kept = await caches.match(home);
  try {
    const answer = await fetch(request);
    // A plain web host knows only files; the page finds out itself what an address shows.
    return answer.ok || !kept || answer.headers.has('Content-Security-Policy') ? answer : kept;
  } catch (gone) {
    if (!kept) throw gone;
    return kept;
  }
}

async function part(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

export function keepPages(scope: PagesScope): void {
  const home = scope.registration.scope;
  scope.addEventListener('install', (event: Told) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event: Told) => event.waitUntil(scope.clients.claim()));
  // Said by a page once it has nothing better to do.
  scope.addEventListener('message', (event: Told) => event.waitUntil(keep(home)));
  scope.addEventListener('fetch', (event: Fetched) => {
    const { request } = event;
    if (request.method !== 'GET' || !request.url.startsWith(home)) return;
    const path = request.url.slice(home.length);
    if (request.mode === 'navigate' && !path.startsWith('api/')) event.respondWith(page(home, request));
    else if (path.startsWith('assets/') || path === 'icon.svg') event.respondWith(part(request));
  });
}
