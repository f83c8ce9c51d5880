/**
 * The server's tables in a worker of the browser: Python, our sources, and the file of all tables. It answers
 * every tab of this device as docs/protocol.md says.
 */

import type { PyodideInterface } from 'pyodide';
import { keepAll } from './memory.ts';
import { WHOLE_SIZE } from './packs.ts';
import { isAwake, wake } from './python.ts';
import { Shelf } from './shelf.ts';
import { CHANNEL, pageLock, type FromHouse, type FromPage } from './speech.ts';

const FILE = '/tables/kamiza.db';
const TOLD_EVERY = 100;
const KEPT_AFTER = 2000; // milliseconds, once somebody can play

const channel = new BroadcastChannel(CHANNEL);
const tell = (said: FromHouse) => channel.postMessage(said);
const house = crypto.randomUUID();

/** What the house in Python offers; see `kamiza/device/house.py`. */
interface House {
  ask(method: string, path: string, headers: unknown, body: string): Promise<Answered>;
  enter(socket: number, path: string, heard: (text: string) => void, closed: (code: number) => void): void;
  hear(socket: number, text: string): void;
  leave(socket: number): void;
}
interface Answered {
  toJs(how: object): [number, Record<string, string>, Uint8Array];
  destroy(): void;
}

let come = 0;
let told = 0;
function progress(bytes: number) {
  come += bytes;
  if (performance.now() - told < TOLD_EVERY && come < WHOLE_SIZE) return;
  told = performance.now();
  tell({ kind: 'loading', come, all: WHOLE_SIZE });
}

async function begin(changes: object): Promise<{ python: PyodideInterface; own: House }> {
  const [python, kept] = await Promise.all([wake(progress), Shelf.open()]);
  if (kept.kept.length > 0) {
    python.FS.mkdirTree('/tables');
    python.FS.writeFile(FILE, kept.kept);
  }
  python.registerJsModule('kamiza_shelf', {
    save: () => kept.save(python.FS.readFile(FILE)),
    restore: () => python.FS.writeFile(FILE, kept.kept),
  });
  python.globals.set('changes', python.toPy(changes));
  await python.runPythonAsync(
    'from kamiza.device.house import DeviceHouse\nhouse = DeviceHouse(changes)\nawait house.open()',
  );
  return { python, own: python.globals.get('house') as House };
}

/** The tabs that are at a table, and under which numbers Python knows their sockets. */
const pages = new Map<string, Map<number, number>>();
let sockets = 0;

function attend({ python, own }: { python: PyodideInterface; own: House }) {
  const answer = async ({ page, id, method, path, headers, body }: FromPage & { kind: 'ask' }) => {
    const given = python.toPy(headers) as { destroy(): void };
    const answered = await own.ask(method, path, given, body);
    const [status, found, bytes] = answered.toJs({ dict_converter: Object.fromEntries });
    answered.destroy();
    given.destroy();
    tell({ kind: 'answer', page, id, status, headers: found, body: bytes });
  };
  /** A fault of ours: whoever asked hears of it, and everything else goes on. */
  const broken = ({ page, id }: FromPage & { kind: 'ask' }, error: unknown) => {
    console.error(error);
    tell({ kind: 'answer', page, id, status: 500, headers: {}, body: new Uint8Array() });
  };
  const known = (page: string) => {
    let of = pages.get(page);
    if (!of) {
      pages.set(page, (of = new Map()));
      // It is ours as soon as the tab is gone, however it went.
      void navigator.locks.request(pageLock(page), () => {
        for (const number of pages.get(page)?.values() ?? []) own.leave(number);
        pages.delete(page);
      });
    }
    return of;
  };
  const enter = ({ page, socket, path }: FromPage & { kind: 'enter' }) => {
    const number = ++sockets;
    known(page).set(socket, number);
    own.enter(
      number,
      path,
      (text) => tell({ kind: 'heard', page, socket, text }),
      (code) => tell({ kind: 'closed', page, socket, code }),
    );
  };
  return (said: FromPage) => {
    const number = 'socket' in said ? pages.get(said.page)?.get(said.socket) : undefined;
    if (said.kind === 'here?') tell({ kind: 'ready', house });
    else if (said.kind === 'ask') answer(said).catch((error) => broken(said, error));
    else if (said.kind === 'enter') enter(said);
    else if (number === undefined) return;
    else if (said.kind === 'say') own.hear(number, said.text);
    else {
      own.leave(number);
      pages.get(said.page)!.delete(said.socket);
    }
  };
}

/** The first message says what is otherwise here than usual; tests want bots that do not pause. */
self.onmessage = async ({ data }: MessageEvent<object>) => {
  try {
    const hear = attend(await begin(data));
    channel.onmessage = ({ data: said }: MessageEvent<FromPage>) => hear(said);
    tell({ kind: 'ready', house });
    void isAwake();
    setTimeout(keepAll, KEPT_AFTER);
  } catch (error) {
    console.error(error);
    tell({ kind: 'failed', why: String(error) });
  }
};
