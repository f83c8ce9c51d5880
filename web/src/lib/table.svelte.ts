import type { LogLine, Mood, PlayerInfo, Seat, SeenTable, TableEvent } from './board.ts';
import { changedLog } from './log.ts';
import { HereSocket, isHere } from './here.ts';
import { newId, TableSocket, type Status } from './socket.ts';
import type {
  Away,
  Ended,
  EndRequest,
  Fault,
  Hint,
  Lesson,
  Puzzle,
  PuzzlePlan,
  Refused,
  Rest,
  Result,
  SeatClock,
  ServerMessage,
  State,
  Text,
  UndoRequest,
  Welcome,
} from './wire.ts';

/** What a slip of paper beside the question panel says. */
export interface Note {
  sentence: Text;
  rule?: string;
  tone: 'refusal' | 'reason' | 'summary';
}

interface Pending {
  id: string;
  seat: Seat;
  moves: string[];
  /** Durable as this version; the view that shows it has not come yet. */
  done?: number;
}

/** One seat's side of the table. */
export interface Side {
  version: number;
  view: SeenTable;
  /** Everything that happened. */
  events: TableEvent[];
  /** The same in words. */
  log: LogLine[];
  undo: 'free' | 'ask' | null;
  /** Did somebody at this device do what led to it? */
  own: boolean;
  /** Where the lesson stands, if this table is one. */
  lesson?: Lesson;
  /** The puzzle this table is, if it is one. */
  puzzle?: Puzzle;
}

const FAREWELLS = new Set(['kicked', 'banned', 'table_closed', 'cancelled']);
const PASSING_AFTER = 100; // milliseconds

/** Before the next picture is drawn; a page nobody sees draws none. */
function soon(task: () => void): void {
  if (document.hidden) setTimeout(task);
  else requestAnimationFrame(task);
}

/** What is told twice, as after a lost connection, is heard once. */
function withNew(known: TableEvent[], told: TableEvent[]): TableEvent[] {
  const last = known.at(-1)?.n ?? -1;
  return [...known, ...told.filter((event) => event.n > last)];
}

/** A live table: everything the server has said about it, and what can be said back. */
export class TableState {
  status = $state<Status>('connecting');
  welcome = $state.raw<Welcome | null>(null);
  players = $state.raw<PlayerInfo[]>([]);
  #sides = $state.raw<ReadonlyMap<Seat | null, Side>>(new Map());
  pending = $state.raw<Pending | null>(null);
  note = $state.raw<Note | null>(null);
  /** Moves that were laid ready; gone as soon as anything happens. */
  /** At a puzzle: what was tried last. */
  attempt = $state.raw<PuzzlePlan | null>(null);
  hinted = $state.raw<{ seat: Seat; moves: string[] } | null>(null);
  /** The best options of a seat, as long as its question is open; `options` is missing while bots think. */
  advice = $state.raw<{ seat: Seat; hint: Hint | null } | null>(null);
  #hintRequest: { id: string; seat: Seat; version: number; ready: boolean } | null = null;
  chat = $state.raw<Welcome['chat']>([]);
  undoRequest = $state.raw<UndoRequest | null>(null);
  endRequest = $state.raw<EndRequest | null>(null);
  saving = $state(true);
  /** The game begins when everybody is ready. */
  waiting = $state(false);
  /** Nobody plays any more, and bots do not play for nobody. */
  paused = $state(false);
  /** On how many devices somebody looks on. */
  watchers = $state(0);
  /** People ended the game before its rules did. */
  ended = $state.raw<Ended | null>(null);
  /** Scores and places once the game is over. */
  result = $state.raw<Result | null>(null);
  /** Where a game takes days: when the last act was, in milliseconds since 1970. */
  since = $state<number | null>(null);
  /** Who rests, and how long each may; none where there are no vacations. */
  rests = $state.raw<Rest[]>([]);
  /** Why whoever runs the server does not let me in. */
  farewell = $state.raw<Text | null>(null);
  /** The new table after "play again", with my tokens there. */
  rematch = $state.raw<{ table: string; tokens: string[]; host?: string } | null>(null);
  /** The token that took the place of the invitation I came by. */
  own = $state.raw<string | null>(null);
  /** New invitations I have made as the host. */
  invitations = $state.raw<Partial<Record<Seat, string>>>({});
  /** The last error, for who is sent away. */
  error = $state.raw<Fault | null>(null);
  #devices = $state.raw<Partial<Record<Seat, number>>>({});
  #clocks = $state.raw<SeatClock[]>([]);
  #away = $state.raw<Away[]>([]);
  #told = 0;
  #now = $state(0);
  #unseen: State[] = [];
  /** Versions that acts of this device led to. */
  #acted = new Set<number>();
  /** After every greeting of the server the next view may be far from the last one. */
  #greeted = new Set<Seat | null>();
  /** Told every view of a seat as it comes; `leap` if there is no way to it from the one before. */
  onviews: (seat: Seat | null, sides: Side[], leap: boolean) => void = () => {};
  #passing = new Map<Seat, { never: string[]; always: boolean }>();
  #telling: ReturnType<typeof setTimeout> | undefined;
  #socket: TableSocket;
  #beat: ReturnType<typeof setInterval>;

  constructor(table: string, tokens: string[], own?: string) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#socket = new TableSocket({
      url: `${scheme}://${location.host}/ws/${table}`,
      tokens,
      own,
      open: isHere(table) ? () => new HereSocket(`/ws/${table}`) as unknown as WebSocket : undefined,
      version: () => this.#version(),
      onmessage: (message) => this.#hear(message),
      onstatus: (status) => {
        this.status = status;
        if (status === 'open' && document.hidden) this.looking(false);
      },
    });
    this.#beat = setInterval(() => {
      if (this.#clocks.length > 0 || this.#away.length > 0) this.#now = performance.now();
    }, 250);
  }

  close(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#telling);
    this.#socket.close();
  }

  hurry(): void {
    this.#socket.hurry();
  }

  /** The network is gone: say so at once. */
  drop(): void {
    this.#socket.drop();
  }

  // -- what is so ------------------------------------------------------------------------------

  get connected(): boolean {
    return this.status === 'open' || this.welcome === null;
  }

  /** What a seat of this device sees, or null as a spectator. */
  side(seat: Seat | null): Side | undefined {
    return this.#sides.get(seat);
  }

  get you(): Seat[] {
    return this.welcome?.you ?? [];
  }

  /** Who is asked now, as every side of the table agrees. */
  get asked(): Seat | null {
    return this.ended ? null : (this.#anySide?.view.asked ?? null);
  }

  get over(): boolean {
    return this.ended !== null || this.#anySide?.view.asked === null;
  }

  get #anySide(): Side | undefined {
    return this.#sides.values().next().value;
  }

  mood(seat: Seat | null): Mood {
    const side = this.side(seat);
    if (!side || side.view.asked === null || this.ended) return 'over';
    // The table is about to pass for me: nothing is asked of me.
    if (side.view.passing) return 'theirs';
    const isMine = seat !== null && side.view.asked === seat;
    return isMine && !this.player(seat)?.lent ? 'mine' : 'theirs';
  }

  /** Is one of my seats open anywhere else? */
  get elsewhere(): boolean {
    return this.you.some((seat) => (this.#devices[seat] ?? 1) > 1);
  }

  /** Was somebody else invited to one of my seats while I was away? */
  get offered(): boolean {
    return this.you.some((seat) => this.player(seat)?.invited);
  }

  player(seat: Seat): PlayerInfo | undefined {
    return this.players.find((player) => player.seat === seat);
  }

  clock(seat: Seat): number | null {
    const clock = this.#clocks.find((clock) => clock.seat === seat);
    const player = this.player(seat);
    if (!clock || player?.kind === 'bot' || player?.lent) return null;
    return Math.max(0, clock.left * 1000 - (clock.running ? this.#since() : 0));
  }

  rest(seat: Seat): Rest | undefined {
    return this.rests.find((rest) => rest.seat === seat);
  }

  away(seat: Seat): number | null {
    const away = this.#away.find((away) => away.seat === seat);
    return away ? Math.max(0, away.left * 1000 - this.#since()) : null;
  }

  #since(): number {
    return Math.max(0, this.#now - this.#told);
  }

  /** Seats of one device can be told apart by a message; the server repeats a little. */
  #version(): number | null {
    const versions = [...this.#sides.values()].map((side) => side.version);
    return versions.length > 0 ? Math.min(...versions) : null;
  }

  // -- what can be said ------------------------------------------------------------------------

  act(seat: Seat, moves: string[]): void {
    if (this.pending) return;
    this.note = this.hinted = this.advice = null;
    this.#tellPassing();
    const id = newId();
    this.pending = { id, seat, moves };
    this.#socket.send({ t: 'move', id, seat, version: this.side(seat)!.version, moves });
  }

  ready(seat: Seat, yes: boolean): void {
    this.#socket.send({ t: 'ready', id: newId(), seat, yes });
  }

  begin(): void {
    this.#socket.send({ t: 'begin', id: newId() });
  }

  cancel(): void {
    this.#socket.send({ t: 'cancel', id: newId() });
  }

  resign(seat: Seat): void {
    this.#socket.send({ t: 'resign', id: newId(), seat });
  }

  /** Ask the others to end the game here. */
  end(seat: Seat, counts: boolean): void {
    this.#socket.send({ t: 'end', id: newId(), seat, counts });
  }

  undo(seat: Seat): void {
    this.#socket.send({ t: 'undo', id: newId(), seat, version: this.side(seat)!.version });
  }

  consent(seat: Seat, yes: boolean): void {
    this.#socket.send({ t: 'consent', id: newId(), seat, yes });
  }

  why(seat: Seat, move: string): void {
    this.#socket.send({ t: 'why', id: newId(), seat, move });
  }

  /** Ask for the best options; in a lesson the best of them is only laid `ready`. */
  hint(seat: Seat, ready = false): void {
    const id = newId();
    this.#hintRequest = { id, seat, version: this.side(seat)!.version, ready };
    if (!ready) this.advice = { seat, hint: null };
    this.#socket.send({ t: 'hint', id, seat });
  }

  /** Lay these moves ready; nothing is sent by that. */
  layReady(seat: Seat, moves: string[]): void {
    this.hinted = { moves, seat };
  }

  closeHint(): void {
    this.advice = null;
    this.#hintRequest = null;
  }

  lend(seat: Seat, level: string): void {
    this.#socket.send({ t: 'lend', id: newId(), seat, level });
  }

  reclaim(seat: Seat): void {
    this.#socket.send({ t: 'reclaim', id: newId(), seat });
  }

  invite(seat: Seat): void {
    this.#socket.send({ t: 'invite', id: newId(), seat });
  }

  wait(seat: Seat): void {
    this.#socket.send({ t: 'wait', seat });
  }

  name(seat: Seat, name: string): void {
    this.#socket.send({ t: 'name', seat, name });
  }

  /** Reactions I do not want to be asked for; kept by the server as long as I am here. */
  passing(seat: Seat, never: string[], always: boolean): void {
    this.#passing.set(seat, { never, always });
    this.#telling ??= setTimeout(() => this.#tellPassing(), PASSING_AFTER);
  }

  /** Many switches turned at once are one message; it goes out before any act. */
  #tellPassing(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    for (const [seat, passing] of this.#passing) {
      this.#socket.send({ t: 'passing', seat, ...passing });
    }
    this.#passing.clear();
  }

  say(seat: Seat, text: string): void {
    this.#socket.send({ t: 'chat', seat, text });
  }

  phrase(seat: Seat, phrase: string): void {
    this.#socket.send({ t: 'chat', seat, phrase });
  }

  /** Whoever runs the server should look at this person. */
  report(about: Seat): void {
    this.#socket.send({ t: 'report', id: newId(), about });
  }

  /** Is this page in sight? Nobody is called who looks. */
  looking(yes: boolean): void {
    this.#socket.send({ t: 'looking', yes });
  }

  /** My clock rests for so many days; with 0 I am back. */
  vacation(seat: Seat, days: number): void {
    this.#socket.send({ t: 'vacation', id: newId(), seat, days });
  }

  again(seat: Seat): void {
    this.#socket.send({ t: 'rematch', seat });
  }

  // -- what is heard ---------------------------------------------------------------------------

  #hear(message: ServerMessage): void {
    switch (message.t) {
      case 'welcome':
        this.welcome = message;
        this.players = message.players;
        this.chat = message.chat;
        this.#greeted.clear();
        this.#devices = {}; // told anew right after this
        break;
      case 'seated':
        this.own = message.token;
        break;
      case 'invited':
        this.invitations = { ...this.invitations, [message.seat]: message.token };
        break;
      case 'devices':
        this.#devices = { ...this.#devices, [message.seat]: message.count };
        break;
      case 'state':
        this.#unseen.push(message);
        if (this.#unseen.length === 1) soon(() => this.#look());
        break;
      case 'done':
        this.#acted.add(message.version);
        if (this.pending?.id === message.id) this.pending = { ...this.pending, done: message.version };
        this.#settle();
        break;
      case 'refused':
        if (message.id === this.#hintRequest?.id) this.closeHint();
        this.#refused(message);
        break;
      case 'reason':
        if (!message.legal && message.sentence) {
          const rule = message.behind ?? message.rule;
          this.note = { sentence: message.sentence, rule, tone: 'reason' };
        }
        break;
      case 'hint':
        this.#hinted(message);
        break;
      case 'table':
        this.players = message.players;
        this.saving = message.saving;
        this.#clocks = message.clocks ?? [];
        this.#away = message.away ?? [];
        this.undoRequest = message.undo_request ?? null;
        this.endRequest = message.end_request ?? null;
        this.waiting = message.waiting ?? false;
        this.paused = message.paused ?? false;
        this.watchers = message.watching ?? 0;
        this.ended = message.ended ?? null;
        this.result = message.result ?? null;
        this.since = message.since === undefined ? null : message.since * 1000;
        this.rests = message.rests ?? [];
        this.#told = this.#now = performance.now();
        // A seat that a bot has again is not "yours again".
        if (this.note?.tone === 'summary' && this.you.some((seat) => this.player(seat)?.lent)) this.note = null;
        break;
      case 'said':
        this.chat = [...this.chat, message];
        break;
      case 'rematch': {
        const known = this.rematch?.table === message.table ? this.rematch.tokens : [];
        const tokens = message.token ? [...known, message.token] : known;
        this.rematch = { table: message.table, tokens, host: message.host ?? this.rematch?.host };
        break;
      }
      case 'error':
        if (FAREWELLS.has(message.code)) this.farewell = message.sentence;
        this.error = message;
        if (message.code === 'no_hint') this.closeHint();
        this.note = { sentence: message.sentence, tone: 'refusal' };
        break;
      case 'busy':
        this.note = { sentence: message.sentence, tone: 'refusal' };
    }
  }

  /** A hint that comes too late might be read by the next one at this screen. */
  #hinted(message: Hint): void {
    const request = this.#hintRequest;
    if (request?.id !== message.id || this.side(request.seat)?.version !== request.version) return;
    this.note = null;
    const { seat } = request;
    if (request.ready) this.layReady(seat, message.options[0].moves);
    else this.advice = { seat, hint: message };
  }

  /** However fast the table is, it is looked at once per picture; every view of it is kept. */
  #look(): void {
    const messages = this.#unseen;
    this.#unseen = [];
    const views = new Map<Seat | null, Side[]>();
    const leaps = new Set<Seat | null>();
    for (const message of messages) {
      const { seat } = message;
      if (!this.#greeted.has(seat) || message.events.some(({ event }) => event === 'undone')) leaps.add(seat);
      this.#greeted.add(seat);
      views.set(seat, [...(views.get(seat) ?? []), this.#see(message)]);
    }
    for (const [seat, sides] of views) this.onviews(seat, sides, leaps.has(seat));
    this.#settle();
  }

  #see(message: State): Side {
    const { version, seat, undo, summary } = message;
    const old = this.side(seat);
    if (old?.version !== version) this.hinted = this.advice = null;
    const side: Side = {
      version,
      view: message.view as SeenTable,
      undo,
      events: withNew(old?.events ?? [], message.events as TableEvent[]),
      log: changedLog(old?.log ?? [], message.log),
      own: this.#acted.has(version),
      lesson: message.lesson,
      puzzle: message.puzzle,
    };
    this.#sides = new Map([...this.#sides, [seat, side]]);
    if (summary?.length) {
      const join = (lang: 'en' | 'ja') => summary.map((line) => line[lang]).join(' ');
      this.note = { sentence: { en: join('en'), ja: join('ja') }, tone: 'summary' };
    }
    return side;
  }

  #refused(message: Refused): void {
    if (this.pending?.id === message.id) this.pending = null;
    if (message.attempt) this.attempt = message.attempt;
    const rule = message.behind ?? message.rule;
    this.note = { sentence: message.sentence, rule, tone: 'refusal' };
  }

  /** The act is over when it is durable and I see what came of it, in whichever order. */
  #settle(): void {
    const { pending } = this;
    if (pending?.done !== undefined && (this.side(pending.seat)?.version ?? 0) >= pending.done) {
      this.pending = null;
    }
  }
}
