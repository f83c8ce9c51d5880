/**
 * The line to one table: says who I am, comes back by itself, and sends again what was not
 * answered. It knows nothing of what the frames mean beyond that.
 */

import type { ClientFrame, ServerFrame } from './wire.ts';

export type Status = 'connecting' | 'open' | 'lost' | 'gone';

export interface Line {
  url: string;
  tokens: string[];
  /** The last version seen, so that the server sends only what came after it. */
  version(): number | null;
  onframe(frame: ServerFrame): void;
  onstatus(status: Status): void;
  /** For tests. */
  open?(url: string): WebSocket;
}

const UNKNOWN_TOKEN = 4001;
const UNKNOWN_TABLE = 4004;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;
const LISTEN_EVERY = 5_000;
const PING_AFTER = 20_000;
const SILENT_FOR = 35_000;
/** Whoever waits for an answer notices sooner that none can come. */
const UNANSWERED_FOR = 8_000;
/** Who was too fast is heard again after this. */
const CALM_AFTER = 1_000;

/** Acts survive a lost line; questions about the moment do not. */
const LASTING = new Set(['move', 'undo', 'consent', 'lend', 'reclaim']);

let made = 0;
const session = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** A text nobody else uses; a repeated act carries the same one. */
export function newId(): string {
  return `${session}-${++made}`;
}

export class TableSocket {
  #line: Line;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #welcomed = 0;
  #closed = false;
  /** Acts that were sent and not answered yet, in order. */
  #unanswered = new Map<string, { frame: ClientFrame; at: number }>();

  constructor(line: Line) {
    this.#line = line;
    this.#connect();
  }

  /** Send now, or as soon as the line is back if it is an act. */
  send(frame: ClientFrame): void {
    if (LASTING.has(frame.t) && 'id' in frame) {
      this.#unanswered.set(frame.id, { frame, at: Date.now() });
    }
    if (this.#ready()) this.#socket!.send(JSON.stringify(frame));
  }

  /** Do not wait for the next attempt: the network or the page is back. */
  hurry(): void {
    if (this.#socket || this.#closed) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** The network says that it is gone. */
  drop(): void {
    this.#lose(this.#socket, 0);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    this.#socket?.close();
  }

  #ready(): boolean {
    return this.#socket?.readyState === 1 && this.#welcomed >= this.#line.tokens.length;
  }

  #connect(): void {
    this.#line.onstatus('connecting');
    const socket = this.#line.open?.(this.#line.url) ?? new WebSocket(this.#line.url);
    this.#socket = socket;
    this.#welcomed = 0;
    this.#heard = Date.now();
    socket.onopen = () => {
      const version = this.#line.version();
      for (const token of this.#line.tokens) {
        socket.send(JSON.stringify({ t: 'hello', token, version }));
      }
      this.#beat = setInterval(() => this.#listen(), LISTEN_EVERY);
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data as string) as ServerFrame);
    socket.onclose = (event) => this.#lose(socket, event.code);
  }

  #hear(frame: ServerFrame): void {
    this.#heard = Date.now();
    if (frame.t === 'done' || frame.t === 'refused') this.#unanswered.delete(frame.id);
    this.#line.onframe(frame);
    // Frames over the limit are dropped, and a move may be among them.
    if (frame.t === 'error' && frame.code === 'too_fast') {
      setTimeout(() => this.#repeatMoves(0), CALM_AFTER);
    }
    if (frame.t !== 'welcome') return;
    this.#welcomed += 1;
    if (this.#welcomed !== this.#line.tokens.length) return;
    this.#wait = FIRST_WAIT;
    this.#line.onstatus('open');
    for (const { frame: again } of this.#unanswered.values()) {
      this.#socket?.send(JSON.stringify(again));
    }
  }

  /** Moves are answered at once; what was not for so long is sent again, under its old name. */
  #repeatMoves(milliseconds: number): void {
    if (!this.#ready()) return;
    for (const { frame, at } of this.#unanswered.values()) {
      const isOld = Date.now() - at >= milliseconds;
      if (frame.t === 'move' && isOld) this.#socket!.send(JSON.stringify(frame));
    }
  }

  /** A line can die without saying so. */
  #listen(): void {
    const silent = Date.now() - this.#heard;
    const waits = this.#unanswered.size > 0;
    if (silent > (waits ? UNANSWERED_FOR : SILENT_FOR)) return this.#lose(this.#socket, 0);
    this.#repeatMoves(LISTEN_EVERY);
    if (this.#ready() && (waits || silent >= PING_AFTER)) this.#socket!.send('{"t":"ping"}');
  }

  #lose(socket: WebSocket | null, code: number): void {
    if (socket === null || socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#beat);
    socket.onclose = null;
    socket.close();
    if (this.#closed) return;
    if (code === UNKNOWN_TOKEN || code === UNKNOWN_TABLE) {
      this.#closed = true;
      this.#line.onstatus('gone');
      return;
    }
    this.#line.onstatus('lost');
    // A little chance, so that a restarted server is not met by everybody at once.
    this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
}
