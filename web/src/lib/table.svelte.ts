import type { Mood, PlayerInfo, TableEvent } from './board.ts';
import { newId, TableSocket, type Status } from './socket.ts';
import type {
  Away,
  Hint,
  Refused,
  SeatClock,
  ServerFrame,
  State,
  Text,
  UndoRequest,
  Welcome,
} from './wire.ts';

/** What a slip of paper beside the lectern says. */
export interface Note {
  sentence: Text;
  rule?: string;
  tone: 'refusal' | 'reason' | 'summary';
}

interface Pending {
  id: string;
  seat: number;
  moves: string[];
  /** Durable as this version; the view that shows it has not come yet. */
  done?: number;
}

/** One seat's side of the table. */
export interface Side {
  version: number;
  view: any;
  /** Everything that happened, and the part of it that came with this view. */
  log: TableEvent[];
  fresh: TableEvent[];
  undo: 'free' | 'ask' | null;
}

const PASSING_AFTER = 100; // milliseconds

/** Before the next picture is drawn; a page nobody sees draws none. */
function soon(task: () => void): void {
  if (document.hidden) setTimeout(task);
  else requestAnimationFrame(task);
}

/** A live table: everything the server has said about it, and what can be said back. */
export class TableState {
  status = $state<Status>('connecting');
  welcome = $state.raw<Welcome | null>(null);
  players = $state.raw<PlayerInfo[]>([]);
  sides = $state.raw<Record<number, Side>>({});
  pending = $state.raw<Pending | null>(null);
  note = $state.raw<Note | null>(null);
  /** What a quick player would do now; gone as soon as anything happens. */
  hinted = $state.raw<(Hint & { seat: number }) | null>(null);
  #wished: { id: string; seat: number; version: number } | null = null;
  chat = $state.raw<Welcome['chat']>([]);
  undoRequest = $state.raw<UndoRequest | null>(null);
  saving = $state(true);
  /** The new table after "play again", with my tokens there. */
  rematch = $state.raw<{ table: string; tokens: string[] } | null>(null);
  #clocks = $state.raw<SeatClock[]>([]);
  #away = $state.raw<Away[]>([]);
  #told = 0;
  #now = $state(0);
  #unseen: State[] = [];
  #passing = new Map<number, { never: string[]; always: boolean }>();
  #telling: ReturnType<typeof setTimeout> | undefined;
  #socket: TableSocket;
  #beat: ReturnType<typeof setInterval>;

  constructor(table: string, tokens: string[]) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#socket = new TableSocket({
      url: `${scheme}://${location.host}/ws/${table}`,
      tokens,
      version: () => this.#version(),
      onframe: (frame) => this.#hear(frame),
      onstatus: (status) => (this.status = status),
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

  get you(): number[] {
    return this.welcome?.you ?? [];
  }

  /** Who is asked now, as every side of the table agrees. */
  get asked(): number | null {
    return Object.values(this.sides)[0]?.view.asked ?? null;
  }

  get over(): boolean {
    const side = Object.values(this.sides)[0];
    return side !== undefined && side.view.asked === null;
  }

  mood(seat: number): Mood {
    const side = this.sides[seat];
    if (!side || side.view.asked === null) return 'over';
    // The table is about to pass for me: nothing is asked of me.
    if (side.view.passing) return 'theirs';
    return side.view.asked === seat && !this.player(seat)?.lent ? 'mine' : 'theirs';
  }

  player(seat: number): PlayerInfo | undefined {
    return this.players.find((player) => player.seat === seat);
  }

  clock(seat: number): number | null {
    const clock = this.#clocks.find((clock) => clock.seat === seat);
    const player = this.player(seat);
    if (!clock || player?.kind === 'bot' || player?.lent) return null;
    return Math.max(0, clock.left * 1000 - (clock.running ? this.#since() : 0));
  }

  away(seat: number): number | null {
    const away = this.#away.find((away) => away.seat === seat);
    return away ? Math.max(0, away.left * 1000 - this.#since()) : null;
  }

  #since(): number {
    return Math.max(0, this.#now - this.#told);
  }

  /** Seats of one device can be told apart by a frame; the server repeats a little. */
  #version(): number | null {
    const versions = Object.values(this.sides).map((side) => side.version);
    return versions.length > 0 ? Math.min(...versions) : null;
  }

  // -- what can be said ------------------------------------------------------------------------

  act(seat: number, moves: string[]): void {
    if (this.pending) return;
    this.note = this.hinted = null;
    this.#tellPassing();
    const id = newId();
    this.pending = { id, seat, moves };
    this.#socket.send({ t: 'move', id, seat, version: this.sides[seat].version, moves });
  }

  undo(seat: number): void {
    this.#socket.send({ t: 'undo', id: newId(), seat, version: this.sides[seat].version });
  }

  consent(seat: number, yes: boolean): void {
    this.#socket.send({ t: 'consent', id: newId(), seat, yes });
  }

  why(seat: number, move: string): void {
    this.#socket.send({ t: 'why', id: newId(), seat, move });
  }

  hint(seat: number): void {
    const id = newId();
    this.#wished = { id, seat, version: this.sides[seat].version };
    this.#socket.send({ t: 'hint', id, seat });
  }

  lend(seat: number, level: string): void {
    this.#socket.send({ t: 'lend', id: newId(), seat, level });
  }

  reclaim(seat: number): void {
    this.#socket.send({ t: 'reclaim', id: newId(), seat });
  }

  wait(seat: number): void {
    this.#socket.send({ t: 'wait', seat });
  }

  name(seat: number, name: string): void {
    this.#socket.send({ t: 'name', seat, name });
  }

  /** Reactions I do not want to be asked for; kept by the server as long as I am here. */
  passing(seat: number, never: string[], always: boolean): void {
    this.#passing.set(seat, { never, always });
    this.#telling ??= setTimeout(() => this.#tellPassing(), PASSING_AFTER);
  }

  /** Many switches turned at once are one frame; it goes out before any act. */
  #tellPassing(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    for (const [seat, wish] of this.#passing) this.#socket.send({ t: 'passing', seat, ...wish });
    this.#passing.clear();
  }

  say(seat: number, text: string): void {
    this.#socket.send({ t: 'chat', seat, text });
  }

  phrase(seat: number, phrase: string): void {
    this.#socket.send({ t: 'chat', seat, phrase });
  }

  again(seat: number): void {
    this.#socket.send({ t: 'rematch', seat });
  }

  // -- what is heard ---------------------------------------------------------------------------

  #hear(frame: ServerFrame): void {
    switch (frame.t) {
      case 'welcome':
        this.welcome = frame;
        this.players = frame.players;
        this.chat = frame.chat;
        break;
      case 'state':
        this.#unseen.push(frame);
        if (this.#unseen.length === 1) soon(() => this.#look());
        break;
      case 'done':
        if (this.pending?.id === frame.id) this.pending = { ...this.pending, done: frame.version };
        this.#settle();
        break;
      case 'refused':
        this.#refused(frame);
        break;
      case 'reason':
        if (!frame.legal && frame.sentence) {
          const rule = frame.behind ?? frame.rule;
          this.note = { sentence: frame.sentence, rule, tone: 'reason' };
        }
        break;
      case 'hint':
        this.#hinted(frame);
        break;
      case 'table':
        this.players = frame.players;
        this.saving = frame.saving;
        this.#clocks = frame.clocks ?? [];
        this.#away = frame.away ?? [];
        this.undoRequest = frame.undo_request ?? null;
        this.#told = this.#now = performance.now();
        // A seat that a bot has again is not "yours again".
        if (this.note?.tone === 'summary' && this.you.some((seat) => this.player(seat)?.lent)) this.note = null;
        break;
      case 'said':
        this.chat = [...this.chat, frame];
        break;
      case 'rematch': {
        const known = this.rematch?.table === frame.table ? this.rematch.tokens : [];
        const tokens = frame.token ? [...known, frame.token] : known;
        this.rematch = { table: frame.table, tokens };
        break;
      }
      case 'error':
        this.note = { sentence: frame.sentence, tone: 'refusal' };
    }
  }

  /** A hint that comes too late might be read by the next one at this screen. */
  #hinted(frame: Hint): void {
    const wish = this.#wished;
    if (wish?.id !== frame.id || this.sides[wish.seat]?.version !== wish.version) return;
    this.note = null;
    this.hinted = { ...frame, seat: wish.seat };
  }

  /** However fast the table is, it is drawn once per picture: the newest view, all events. */
  #look(): void {
    const frames = this.#unseen;
    this.#unseen = [];
    const fresh: Record<number, TableEvent[]> = {};
    for (const frame of frames) fresh[frame.seat] = this.#see(frame, fresh[frame.seat] ?? []);
    this.#settle();
  }

  #see(frame: State, earlier: TableEvent[]): TableEvent[] {
    const { version, seat, view, undo, summary } = frame;
    if (this.sides[seat]?.version !== version) this.hinted = null;
    const log = this.sides[seat]?.log ?? [];
    const last = log.at(-1)?.n ?? -1;
    const news = (frame.events as TableEvent[]).filter((event) => event.n > last);
    const fresh = [...earlier, ...news];
    this.sides = { ...this.sides, [seat]: { version, view, undo, fresh, log: [...log, ...news] } };
    if (summary?.length) {
      const join = (lang: 'en' | 'ja') => summary.map((line) => line[lang]).join(' ');
      this.note = { sentence: { en: join('en'), ja: join('ja') }, tone: 'summary' };
    }
    return fresh;
  }

  #refused(frame: Refused): void {
    if (this.pending?.id === frame.id) this.pending = null;
    const rule = frame.behind ?? frame.rule;
    this.note = { sentence: frame.sentence, rule, tone: 'refusal' };
  }

  /** The act is over when it is durable and I see what came of it, in whichever order. */
  #settle(): void {
    const { pending } = this;
    if (pending?.done !== undefined && this.sides[pending.seat]?.version >= pending.done) {
      this.pending = null;
    }
  }
}
