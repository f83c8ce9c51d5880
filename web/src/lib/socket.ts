/**
 * The connection to one table: says who I am, comes back by itself, and sends again what was not
 * answered. It knows nothing of what the messages mean beyond that.
 */

import type { Busy, ClientMessage, ServerMessage } from './wire.ts';

export type Status = 'connecting' | 'open' | 'lost' | 'gone';

export interface Connection {
  url: string;
  tokens: string[];
  /** What I would like to be called if a token is an invitation, which works only once. */
  own?: string;
  /** The last version seen, so that the server sends only what came after it. */
  version(): number | null;
  onmessage(message: ServerMessage): void;
  onstatus(status: Status): void;
  /** For tests. */
  open?(url: string): WebSocket;
}

const UNKNOWN_TOKEN = 4001;
const SENT_AWAY = 4003;
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

/** Acts survive a lost connection; questions about the moment do not. */
const LASTING = new Set(['move', 'undo', 'consent', 'lend', 'reclaim', 'resign', 'end', 'vacation']);

let made = 0;
const session = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** A text nobody else uses; a repeated act carries the same one. */
export function newId(): string {
  return `${session}-${++made}`;
}

export class TableSocket {
  #to: Connection;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #welcomed = 0;
  #closed = false;
  /** Acts that were sent and not answered yet, in order. */
  #unanswered = new Map<string, { message: ClientMessage; at: number }>();

  constructor(to: Connection) {
    this.#to = { ...to, tokens: [...to.tokens] };
    this.#connect();
  }

  /** Send now, or as soon as it is back if it is an act. */
  send(message: ClientMessage): void {
    if (LASTING.has(message.t) && 'id' in message) {
      this.#unanswered.set(message.id, { message, at: Date.now() });
    }
    if (this.#ready()) this.#socket!.send(JSON.stringify(message));
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
    return this.#socket?.readyState === 1 && this.#welcomed >= this.#to.tokens.length;
  }

  #connect(): void {
    this.#to.onstatus('connecting');
    const socket = this.#to.open?.(this.#to.url) ?? new WebSocket(this.#to.url);
    this.#socket = socket;
    this.#welcomed = 0;
    this.#heard = Date.now();
    socket.onopen = () => {
      this.#sayHello(socket);
      this.#beat = setInterval(() => this.#listen(), LISTEN_EVERY);
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = (event) => this.#lose(socket, event.code);
  }

  #hear(message: ServerMessage): void {
    this.#heard = Date.now();
    if (message.t === 'done' || message.t === 'refused') this.#unanswered.delete(message.id);
    // It comes before the welcome of the token it takes the place of.
    if (message.t === 'seated') this.#to.tokens[this.#welcomed] = message.token;
    this.#to.onmessage(message);
    // Messages over the limit are dropped, and a move may be among them.
    if (message.t === 'error' && message.code === 'too_fast') {
      setTimeout(() => this.#repeatMoves(0), CALM_AFTER);
    }
    if (message.t === 'busy') this.#comeBack(message);
    if (message.t !== 'welcome') return;
    this.#welcomed += 1;
    if (this.#welcomed !== this.#to.tokens.length) return;
    this.#wait = FIRST_WAIT;
    this.#to.onstatus('open');
    for (const { message: again } of this.#unanswered.values()) {
      this.#socket?.send(JSON.stringify(again));
    }
  }

  /** The server has too much to do: what it did not take is said again when it told us to. */
  #comeBack(busy: Busy): void {
    const socket = this.#socket;
    setTimeout(() => {
      if (socket !== this.#socket || socket?.readyState !== 1) return;
      const act = busy.id === undefined ? undefined : this.#unanswered.get(busy.id);
      if (!this.#ready()) this.#sayHello(socket);
      else if (act) socket.send(JSON.stringify(act.message));
    }, busy.seconds * 1000);
  }

  #sayHello(socket: WebSocket): void {
    this.#welcomed = 0;
    const version = this.#to.version();
    const { own } = this.#to;
    for (const token of this.#to.tokens) {
      socket.send(JSON.stringify({ t: 'hello', token, version, own, page: session }));
    }
  }

  /** Moves are answered at once; what was not for so long is sent again, under its old name. */
  #repeatMoves(milliseconds: number): void {
    if (!this.#ready()) return;
    for (const { message, at } of this.#unanswered.values()) {
      const isOld = Date.now() - at >= milliseconds;
      if (message.t === 'move' && isOld) this.#socket!.send(JSON.stringify(message));
    }
  }

  /** A connection can die without saying so. */
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
    if (code === UNKNOWN_TOKEN || code === SENT_AWAY || code === UNKNOWN_TABLE) {
      this.#closed = true;
      this.#to.onstatus('gone');
      return;
    }
    this.#to.onstatus('lost');
    // A little chance, so that a restarted server is not met by everybody at once.
    this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
}
