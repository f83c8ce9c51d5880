/**
 * Tables of this device: the server's own tables, in a worker of the browser. Whatever is asked of them goes
 * there instead of over the wire; nobody else notices. What that needs is loaded when it is first used.
 */

/** No table of a server has a 0 in its name. */
export const isHere = (table: string): boolean => table.startsWith('0');

/** Pages from a plain web host: there is no server that could be asked. */
export const IS_SITE = import.meta.env.MODE === 'site';

/**
 * Over plain http (of an address that is not this machine's own) a browser has no locks between tabs, no shelf
 * for what is kept and no service worker.
 */
export const CAN_BE_HERE = globalThis.isSecureContext;

let isLoaded = false;
async function client() {
  if (!CAN_BE_HERE) throw new Error('This is no secure context.');
  isLoaded = true;
  return import('../device/client.ts');
}

/** Has anything been asked of this device? */
export const hasStarted = (): boolean => isLoaded;

/** Is this asked of a table of this device? */
export const isAskedHere = (path: string): boolean => IS_SITE || path.startsWith('/api/tables/0');

/** Games, their rules, lessons and puzzles: this device tells of them as a server does. */
export const isToldAlike = (path: string): boolean => path.startsWith('/api/games');

export async function askHere(path: string, init?: RequestInit): Promise<Response> {
  if (isToldAlike(path) && (init?.method ?? 'GET') === 'GET') {
    const { told } = await import('../device/told.ts');
    const known = await told(path).catch(() => null);
    if (known) return known;
  }
  return (await client()).ask(path, init);
}

interface Line {
  send(text: string): void;
  leave(): void;
}

/** As much of a WebSocket as `TableSocket` uses, to a table of this device once what it needs has come. */
export class HereSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  #line: Line | null = null;

  constructor(path: string) {
    const page = {
      heard: (data: string) => this.onmessage?.({ data }),
      over: (code: number) => this.#over(code),
    };
    client()
      .then(({ enter }) => enter(path, page))
      .then(
        (line) => this.#open(line),
        () => this.#over(GONE),
      );
  }

  #open(line: Line): void {
    if (this.readyState !== 0) return line.leave();
    this.#line = line;
    this.readyState = 1;
    this.onopen?.();
  }

  #over(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  send(text: string): void {
    this.#line?.send(text);
  }

  close(): void {
    this.readyState = 3;
    this.#line?.leave();
  }
}

/** As browsers say of a line that broke: whoever is told so tries again. */
const GONE = 1006;
