/**
 * What a start of Python has made is remembered, so that the next one need not make it again: the packs as they
 * were unpacked, and Python's memory once it knows all games. All of it can be made anew at any time.
 */

const SHELF = 'kamiza-python';
/** The worker's name changes with everything that is in it or that it loads; in development nothing does. */
const mark = `${self.location.href}?`;

export async function recall(thing: string): Promise<Response | undefined> {
  if (import.meta.env.DEV) return undefined;
  return caches.open(SHELF).then((shelf) => shelf.match(mark + thing)).catch(() => undefined);
}

const fresh = new Map<string, () => Response>();

/** Kept by `keepAll`: whoever waits for a table should not wait for that. */
export function remember(thing: string, content: () => Response): void {
  fresh.set(thing, content);
}

export async function keep(thing: string, content: Response): Promise<void> {
  await (await caches.open(SHELF)).put(mark + thing, content);
}

/** Each thing is there as a whole or not at all; where there is no room, the next start does it again. */
export async function keepAll(): Promise<void> {
  if (import.meta.env.DEV) return;
  try {
    const shelf = await caches.open(SHELF);
    for (const { url } of await shelf.keys()) if (!url.startsWith(mark)) await shelf.delete(url);
    for (const [thing, content] of fresh) await keep(thing, content());
  } catch (why) {
    console.info(why);
  }
  fresh.clear();
}

export async function forget(thing: string): Promise<void> {
  await caches.open(SHELF).then((shelf) => shelf.delete(mark + thing)).catch(() => false);
}
