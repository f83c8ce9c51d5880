/** What the scenes of all games share: the table as this seat sees it, in words. */
import { untrack } from 'svelte';
import {
  othersOf, playersOf, say, type BoardProps, type Gaps, type Lang, type Mood, type PlayerInfo, type Seat, type SeenTable,
  type TableEvent, type Text, type Words,
} from './board.ts'; // prettier-ignore
import { useTable } from './context.ts';
import type { Drop } from './dragging.ts';
import { onOpen } from './pointing.ts';
import { capital, filled } from './sentence.ts';
import { boards } from './words/boards.ts';

/** What a board knows of a thing. */
export interface Described {
  /** Its name, where the sentences of the game have none for it. */
  title?: string;
  /** What stands on it. */
  text: string[];
  /** How it is now. */
  state: string[];
  /** Rules beyond those of its name. */
  rules?: string[];
}

/** A game adds what can be chosen or opened on its board. `Faces` is what its cards look like. */
export abstract class TableScene<View extends SeenTable, Faces> {
  readonly table = useTable();
  readonly #props: () => BoardProps;
  readonly #gallery: () => Faces;
  /** Everything that happened while this board was open; the first view brings all of it. */
  #heard = $state.raw<TableEvent[]>([]);

  constructor(props: () => BoardProps, gallery: () => Faces) {
    this.#props = props;
    this.#gallery = gallery;
    $effect(() => onOpen((thing, box) => this.open(thing, box)));
  }

  /** What this board says beyond the game's own catalogue. */
  protected abstract readonly words: Words;
  /** A new question: what was chosen for the last one is forgotten. */
  abstract begin(): void;
  /** Escape: close or give up what was opened or chosen last. */
  abstract unchoose: () => void;

  /** Something was named elsewhere (`god:susanoo`): show its card, if there is one. */
  open(_thing: string, _box: DOMRect): boolean {
    return false;
  }

  /** What stands on something, and how it is now; null if this board does not know it. */
  describe = (_thing: string): Described | null => null;

  /** Where a thing of this board may be carried now (see `dragging.ts`). */
  drops(_thing: string): Drop[] {
    return [];
  }

  // -- what is so ------------------------------------------------------------------------------

  get props(): BoardProps {
    return this.#props();
  }
  get gallery(): Faces {
    return this.#gallery();
  }
  get view(): View {
    return this.props.view as View;
  }
  get lang(): Lang {
    return this.props.lang;
  }
  /** My own part of the table; null for a spectator. */
  get me(): View['players'][Seat] | null {
    return this.view.seat === null ? null : this.view.players[this.view.seat];
  }
  /** Everybody else, clockwise from me; all of them for a spectator. */
  get others(): View['players'][Seat][] {
    return othersOf(this.view, this.view.seat).map((seat) => this.view.players[seat]);
  }
  person(seat: Seat): PlayerInfo | undefined {
    return this.props.players.find((player) => player.seat === seat);
  }
  /** Is a question open that I may answer now? */
  get asks(): boolean {
    return this.props.mood === 'mine' && !this.props.readonly && this.view.asked === this.view.seat;
  }
  can(move: string): boolean {
    return this.asks && this.view.moves.includes(move);
  }
  /** An answer is on its way. */
  get sent(): boolean {
    return this.props.pending !== null;
  }
  get mood(): Mood {
    if (this.asks) return 'mine';
    return this.props.mood === 'mine' ? 'theirs' : this.props.mood;
  }
  /** What every question panel is told, beside its question and its answers. */
  get questionPanel() {
    const { mood, sent, unchoose } = this;
    return { mood, sent, unchoose, seat: this.view.asked, names: this.props.names };
  }

  /** A view may come again unchanged; only another question begins anew. */
  beginWith(matter: () => unknown[]): void {
    const question = $derived(
      JSON.stringify([this.view.asked, this.view.question, this.asks, matter()]),
    );
    $effect.pre(() => {
      void question;
      untrack(() => this.begin());
    });
  }

  /** Hear what happened, and say what of it is new. */
  remember(events: TableEvent[]): TableEvent[] {
    const last = this.#heard.at(-1)?.n ?? -1;
    const fresh = events.filter((event) => event.n > last);
    if (fresh.length > 0) this.#heard = [...this.#heard, ...fresh];
    return fresh;
  }
  /** What has happened so far; where nobody tells it, as far as this board has heard it. */
  get history(): TableEvent[] {
    return this.props.story ?? this.#heard;
  }

  // -- in words --------------------------------------------------------------------------------

  /** The board's own words first; the game's catalogue may have longer ones under the same key. */
  w = (key: string, gaps: Gaps = {}): string =>
    say(this.words[key] ?? this.props.words[key] ?? boards[key], this.lang, gaps);
  /** The same as the first of a line. */
  W = (key: string, gaps: Gaps = {}): string => capital(this.w(key, gaps));
  /** A text of a card; one that is the same in both languages comes plain. */
  both = (text: Text | string | undefined): string =>
    typeof text === 'string' ? text : say(text, this.lang);
  /** "A Mika" as text; crests stand beside it. */
  named(seat: Seat): string {
    return `${seat} ${this.props.names(seat)}`;
  }
  /** Inside a sentence: the name alone, unless two at this table have the same. */
  called(seat: Seat): string {
    const name = this.props.names(seat);
    const isOnly = playersOf(this.view).every(
      (other) => other.seat === seat || this.props.names(other.seat) !== name,
    );
    return isOnly ? name : this.named(seat);
  }
  label(move: string): string {
    return this.#filled(this.view.labels?.[move]?.label) || move;
  }
  effect(move: string | null): string {
    return move ? this.#filled(this.view.labels?.[move]?.effect) : '';
  }
  /** Why a move deserves a second thought, or nothing. */
  warning(move: string): string {
    return this.#filled(this.view.labels?.[move]?.warning);
  }
  /** A line of the log as plain text. */
  line(text: Text): string {
    return this.#filled(text);
  }
  #filled(text: Text | null | undefined): string {
    return filled(say(text, this.lang), (seat) => this.called(seat));
  }
  /** What is asked now, of me or of somebody else. */
  get question(): string {
    const { asked, question } = this.view;
    if (question === null || asked === null) return this.w('watching');
    return this.asks ? this.w(question) : this.w(`${question}_other`, { name: this.called(asked) });
  }
}
