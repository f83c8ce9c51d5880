/** What a table hands to a board, and a board hands back. Boards know no rules. */

import type { Player, Text } from './wire.ts';

export type { Text };
export type PlayerInfo = Player;
export type Lang = 'en' | 'ja';

/** A game's own catalogue of words, from `/api/games/<game>/words`. */
export type Words = Record<string, Text>;

/** Something that happened, as this seat may know it. Sentences carry `{A}` to `{F}` for names. */
export interface TableEvent {
  event: string;
  n: number;
  sentence: Text;
  [fact: string]: unknown;
}

export interface MoveLabel {
  label: Text;
  effect?: Text | null;
  /** The price of a move that deserves a second thought. */
  warning?: Text | null;
}

export type Mood = 'mine' | 'theirs' | 'over' | 'replay';

export interface BoardProps {
  /** `View.as_json` of one seat (or of a spectator), with `labels: Record<move, MoveLabel>`. */
  view: any;
  players: PlayerInfo[];
  /** All seats played on this device. */
  you: number[];
  /** The seat whose view this is; -1 for a spectator. */
  seat: number;
  /** Only the events that led to this view, for motion; the log keeps all of them. */
  events: TableEvent[];
  lang: Lang;
  words: Words;
  /** One act: all of these moves are taken, or none. */
  send(moves: string[]): void;
  /** Ask the server why a move is not possible now; the table shows the rule slip. */
  why(move: string): void;
  /** Show a rule of the book on a slip; not where there is no table, as in a replay. */
  rule?(id: string): void;
  /** In a replay: everything that has happened up to this view. */
  story?: TableEvent[];
  /** An act that was sent and is not confirmed yet. */
  pending: string[] | null;
  mood: Mood;
  readonly: boolean;
  names(seat: number): string;
}

export const LETTERS = 'ABCDEF';

export function letter(seat: number): string {
  return LETTERS[seat] ?? '–';
}

/** The text in the reader's language; games without a translation fall back to English. */
export function say(text: Text | undefined | null, lang: Lang): string {
  return text ? text[lang] || text.en : '';
}

/*
 * The keys of a board work by marks on its elements (see `keys.ts`):
 *
 *   data-choice          a thing to choose (Space chooses it, Enter sends the primary answer)
 *   data-answer          an answer of the lectern; 1-9 press them in order
 *   data-primary         the one primary answer; Enter presses it
 *   data-key="p"         an answer with a letter of its own (P passes)
 *   data-why="<move>"    ? asks why this move is not possible now
 *   data-card-key="..."  a card that travels when it changes place (see `motion.ts`)
 *   data-region="..."    a labelled region; F6 walks lectern, table, mine, others, log
 *
 * Arrows walk between everything focusable by its place on the screen.
 */
