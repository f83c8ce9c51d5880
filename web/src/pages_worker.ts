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

/** Their names change with what is in them: they are there for good, once they have come. */
const LASTING = 'assets/';
/** Named by the page itself, and always the same. */
const BESIDE = ['icon.svg', 'kamiza.webmanifest'];
const PAUSE = 10; // milliseconds between two parts: others of the same address ask the server, too
const MOST_TRIES = 20;

const pause = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds));

/** Something from the server. Who is told to come again later does. */
async function bring(url: string, cache: RequestCache = 'no-cache'): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url, { cache });
    if (answer.ok) return answer;
    const seconds = Number(answer.headers.get('Retry-After'));
    if (!seconds || tries === MOST_TRIES) throw new Error(`${url}: ${answer.status}`);
    await pause(seconds * 1000);
  }
}

/**
 * Keep the page and all its parts, and nothing of older ones. The page comes to the shelf after its parts, and
 * the old ones go last: wherever it breaks off, one whole page is there.
 */
async function keep(home: string): Promise<void> {
  const [shelf, page, list] = await Promise.all([caches.open(SHELF), bring(home), bring(new URL(LIST, home).href)]);
  const parts = ((await list.json()) as string[]).map((part) => new URL(part, home).href);
  const kept = new Set((await shelf.keys()).map(({ url }) => url));
  for (const part of parts) {
    const isLasting = part.startsWith(home + LASTING);
    if (isLasting && kept.has(part)) continue;
    await shelf.put(part, await bring(part, isLasting ? 'default' : 'no-cache'));
    await pause(PAUSE);
  }
  await shelf.put(home, page);
  for (const url of kept) if (url !== home && !parts.includes(url)) await shelf.delete(url);
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
  let keeping: Promise<void> | null = null;
  /** Once for all pages that are open. */
  const keepOnce = () => (keeping ??= keep(home).finally(() => (keeping = null)));
  scope.addEventListener('install', (event: Told) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event: Told) => event.waitUntil(scope.clients.claim()));
  // Said by a page once it has nothing better to do.
  scope.addEventListener('message', (event: Told) => event.waitUntil(keepOnce()));
  scope.addEventListener('fetch', (event: Fetched) => {
    const { request } = event;
    if (request.method !== 'GET' || !request.url.startsWith(home)) return;
    const path = request.url.slice(home.length);
    if (request.mode === 'navigate' && !path.startsWith('api/')) event.respondWith(page(home, request));
    else if (path.startsWith(LASTING) || BESIDE.includes(path)) event.respondWith(part(request));
  });
}
