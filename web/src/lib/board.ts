/** What a table hands to a board, and a board hands back. Boards know no rules. */

import type { LogLine, Player, Seat, Text } from './wire.ts';

export type { LogLine, Seat, Text };
export type PlayerInfo = Player;
export type Lang = 'en' | 'ja';

/** A game's own catalogue of words, from `/api/games/<game>/words`. */
export type Words = Record<string, Text>;

/** Something that happened, as this seat may know it: facts for motion and sound. */
export interface TableEvent {
  event: string;
  /** The number of the move that caused it. */
  n: number;
  seat?: Seat;
  [fact: string]: unknown;
}

export interface MoveLabel {
  label: Text;
  effect?: Text | null;
  /** The price of a move that deserves a second thought. */
  warning?: Text | null;
}

/** What the view of every game has; a game's own `table.ts` adds the rest. */
export interface SeenTable {
  game: string;
  /** Who sees the table like this; null is a spectator. */
  seat: Seat | null;
  /** How many players there are. */
  seats: number;
  settings: Record<string, unknown>;
  /** Who has to answer; null once the game is over. */
  asked: Seat | null;
  /** The key of the open question among the game's words; null once the game is over. */
  question: string | null;
  /** The listed answers, if this seat is asked. */
  moves: string[];
  labels?: Record<string, MoveLabel>;
  /** The table is about to pass for this seat. */
  passing?: unknown;
  /** Only the seats of this table have an entry; `playersOf` lists them. */
  players: Record<Seat, { seat: Seat }>;
}

export type Mood = 'mine' | 'theirs' | 'over' | 'replay';

export interface BoardProps {
  /** What one seat (or a spectator) sees, of the type `View` in the game's `table.ts`. */
  view: any;
  players: PlayerInfo[];
  /** All seats played on this device. */
  you: Seat[];
  /** The seat whose view this is; null for a spectator. */
  seat: Seat | null;
  /** Only the events that led to this view, for motion. */
  events: TableEvent[];
  /** The log as far as it is told. */
  log: LogLine[];
  lang: Lang;
  words: Words;
  /** One act: all of these moves are taken, or none. */
  send(moves: string[]): void;
  /** Ask the server why a move is not possible now; the table shows the rule slip. */
  why(move: string): void;
  /** Show a rule of the book on a slip; not where there is no table, as in a replay. */
  rule?(id: string): void;
  /** Everything that has happened up to this view. */
  story?: TableEvent[];
  /** An act that was sent and is not confirmed yet. */
  pending: string[] | null;
  mood: Mood;
  readonly: boolean;
  names(seat: Seat): string;
}

export const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E', 'F'];

/** The seats of a table, in order. */
export function seatsOf(view: { seats: number }): Seat[] {
  return SEATS.slice(0, view.seats);
}

/** What every player has, in the order of the seats. */
export function playersOf<Player>(view: { players: Record<Seat, Player> }): Player[] {
  return Object.values(view.players);
}

/** The other seats clockwise from this one; all of them for a spectator. */
export function othersOf(view: { seats: number }, seat: Seat | null): Seat[] {
  const seats = seatsOf(view);
  if (seat === null) return seats;
  const me = seats.indexOf(seat);
  return [...seats.slice(me + 1), ...seats.slice(0, me)];
}

export type Gaps = Record<string, string | number>;

/** The text in the reader's language, English where there is none, with its `{gaps}` filled in. */
export function say(text: Text | undefined | null, lang: Lang, gaps: Gaps = {}): string {
  const said = text ? text[lang] || text.en : '';
  return said.replace(/\{(\w+)\}/g, (gap, name: string) =>
    Object.hasOwn(gaps, name) ? String(gaps[name]) : gap,
  );
}

/*
 * The keys of a board work by marks on its elements (see `keys.ts`):
 *
 *   data-choice          a thing to choose (Space chooses it, Enter sends the primary answer)
 *   data-answer          an answer of the question panel; 1-9 press them in order
 *   data-primary         the one primary answer; Enter presses it
 *   data-key="p"         an answer with a letter of its own (P passes)
 *   data-why="<move>"    ? asks why this move is not possible now
 *   data-card-key="..."  a card that travels when it changes place (see `motion.ts`)
 *   data-about="laid:A"  a thing that is no card; a line of the log points at what it is about
 *   data-region="..."    a labelled region; F6 walks question, table, mine, others, log
 *
 * Arrows walk between everything focusable by its place on the screen.
 */
