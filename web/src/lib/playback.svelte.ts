import { roundSince, sentencesOf, timeFor, type Speed } from './acts.ts';
import { say, type LogLine, type Seat, type SeenTable, type TableEvent } from './board.ts';
import { language } from './i18n.svelte.ts';
import { sameLines } from './log.ts';
import type { Side } from './table.svelte.ts';

/** A side of the table as it is drawn, with what is new since the picture before. */
export interface Shown extends Side {
  fresh: TableEvent[];
  told: LogLine[];
  before: SeenTable | null;
}

interface Wishes {
  speed(): Speed;
  /** The seat whose side is drawn; undefined while none is. */
  drawn(): Seat | null | undefined;
  /** Does a clock run for whoever watches? Then nobody is kept waiting for long. */
  hurried(): boolean;
  /** Names of events that need no more than a glance. */
  brief(): readonly string[];
}

const BEFORE = 350; // milliseconds
const MOMENT = 1.6; // times as long as an ordinary act
const KEPT = 120; // pictures that can be shown again

/**
 * Shows what happened one act at a time. The table itself is always further: only this page waits,
 * and only until somebody wants to see the present.
 */
export class Playback {
  #shown = $state.raw<ReadonlyMap<Seat | null, Shown>>(new Map());
  /** Pictures that are still to be shown, all of the drawn seat. */
  #coming = $state.raw<Side[]>([]);
  /** Sentences of the act that is shown, and which of them is said now. */
  #sentences = $state.raw<LogLine[]>([]);
  #at = $state(0);
  /** Everything that was heard of each seat's side lately, to show it again. */
  #past = new Map<Seat | null, Side[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBrief = false;
  readonly #wishes: Wishes;

  constructor(wishes: Wishes) {
    this.#wishes = wishes;
  }

  // -- what is shown -----------------------------------------------------------------------------

  side(seat: Seat | null): Shown | undefined {
    return this.#shown.get(seat);
  }
  /** The sentence of this moment; null while the present is shown. */
  get sentence(): LogLine | null {
    return this.#sentences[this.#at] ?? null;
  }
  /** Something to celebrate: what was said of it so far; empty at all other times. */
  get moment(): LogLine[] {
    return this.sentence?.moment ? this.#sentences.slice(0, this.#at + 1).filter(({ moment }) => moment) : [];
  }
  get isBehind(): boolean {
    return this.#sentences.length > 0 || this.#coming.length > 0;
  }
  get waitsForMe(): boolean {
    return this.isBehind && this.#wishes.speed() === 'step';
  }

  // -- what comes ----------------------------------------------------------------------------------

  /** New pictures of one seat's side, in order; `leap` when they are too far from the last one. */
  hear(seat: Seat | null, sides: Side[], leap: boolean): void {
    this.#past.set(seat, [...(this.#past.get(seat) ?? []), ...sides].slice(-KEPT));
    const isDrawn = this.#wishes.drawn() === seat;
    if (isDrawn && !leap && this.#shown.has(seat) && this.#wishes.speed() !== 'none') {
      this.#coming = [...this.#coming, ...sides];
      if (this.#sentences.length === 0) this.#goOn(seat);
      return;
    }
    if (isDrawn) this.#forget();
    this.#show(seat, sides.at(-1)!);
  }

  /** The next sentence, or the next act. */
  next = (): void => {
    const seat = this.#wishes.drawn();
    if (!this.isBehind || seat === undefined) return;
    clearTimeout(this.#timer);
    this.#at += 1;
    if (this.sentence) return this.#wait();
    this.#sentences = [];
    this.#goOn(seat);
  };

  /** To the present. */
  skip = (): void => {
    const seat = this.#wishes.drawn();
    const last = this.#coming.at(-1);
    this.#forget();
    if (last && seat !== undefined) this.#show(seat, last);
  };

  /** Show the others' last round once more, from how the table lay before it. */
  again = (): void => {
    const seat = this.#wishes.drawn();
    const now = seat === undefined ? undefined : this.side(seat);
    if (seat === undefined || !now) return;
    this.skip();
    const acts = this.round(seat);
    if (acts.length === 0) return;
    const before = this.#past.get(seat)!;
    this.#put(seat, { ...(before[before.indexOf(acts[0]) - 1] ?? cut(acts[0], now)), fresh: [], told: [], before: null });
    this.#coming = acts;
    // First how it was; then what came.
    this.#timer = setTimeout(() => this.#goOn(seat), BEFORE);
  };

  /** The pictures of the others' last round, as far as this page has them. */
  round(seat: Seat | null): Side[] {
    const past = this.#past.get(seat) ?? [];
    const log = past.at(-1)?.log ?? [];
    const first = log[roundSince(log, seat)];
    return first ? past.filter(({ version }) => version >= first.n) : [];
  }

  // -- one after the other ---------------------------------------------------------------------------

  #goOn(seat: Seat | null): void {
    while (this.#coming.length > 0) {
      const [side, ...coming] = this.#coming;
      this.#coming = coming;
      const { told, fresh } = this.#show(seat, side);
      // Whoever acted knows it; what is worth celebrating they see as well.
      const sentences = sentencesOf(told).filter(({ moment }) => moment || !side.own);
      if (sentences.length > 0) {
        this.#isBrief = fresh.every(({ event }) => this.#wishes.brief().includes(event));
        this.#sentences = sentences;
        this.#at = 0;
        return this.#wait();
      }
    }
  }

  #wait(): void {
    const speed = this.#wishes.speed();
    if (speed === 'step') return;
    const letters = say(this.sentence!.text, language.now).length;
    const waiting = this.#coming.length + this.#sentences.length - this.#at;
    const pace = this.#wishes.hurried() && speed !== 'none' ? 'fast' : speed;
    this.#timer = setTimeout(this.next, timeFor(letters, pace, waiting, this.#isBrief) * (this.sentence!.moment ? MOMENT : 1));
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#sentences = [];
    this.#coming = [];
  }

  #show(seat: Seat | null, side: Side): Shown {
    const drawn = this.side(seat);
    const fresh = side.events.slice(drawn?.events.length ?? 0);
    const told = side.log.slice(sameLines(drawn?.log ?? [], side.log));
    return this.#put(seat, { ...side, fresh, told, before: drawn?.view ?? null });
  }
  #put(seat: Seat | null, shown: Shown): Shown {
    this.#shown = new Map([...this.#shown, [seat, shown]]);
    return shown;
  }
}

/** What came in one piece, as after an absence: the table of now, told from the others' round on. */
function cut(first: Side, now: Side): Side {
  const since = roundSince(first.log, now.view.seat);
  return { ...first, log: first.log.slice(0, since), events: first.events };
}
