import { getContext, setContext } from 'svelte';
import type { LogLine, PlayerInfo, Seat } from './board.ts';

/** What the page around a board knows and its question panel shows: people, clocks, the connection. */
export interface TableContext {
  /** The seat I look from; null watches. */
  readonly me: Seat | null;
  /** May I let a bot play for somebody who is not here? */
  readonly host: boolean;
  readonly connected: boolean;
  /** False while the server cannot write; nothing can happen then. */
  readonly saving: boolean;
  player(seat: Seat): PlayerInfo | undefined;
  /** Milliseconds left for a seat, or null at an untimed table and for bots. */
  clock(seat: Seat): number | null;
  /** Milliseconds until a bot takes the absent seat, or null while somebody is there. */
  away(seat: Seat): number | null;
  /** Give the absent player more time. */
  wait(seat: Seat): void;
  /** Let a bot play for the absent player at once. */
  standIn(seat: Seat): void;
  /** In a lesson: what the step asks for, instead of the game's own question. */
  readonly task?: string;
  /** Something else the table says to me: a take-back, a lent seat, a new table. */
  readonly request?: { line: string; answers: { label: string; give(): void }[] } | null;
  /** What others did is being shown: the sentence of this moment; nothing is asked meanwhile. */
  readonly watching?: {
    sentence: LogLine;
    /** Does it stay until somebody goes on? */
    waits: boolean;
    next(): void;
    skip(): void;
  } | null;
  /** Reactions the table shall pass for me, by their marks; `always` asks me for everything. */
  passing?(never: string[], always: boolean): void;
  /** Undo my last act; there only while nothing has come of it: nobody need agree. */
  readonly takeBack?: () => void;
  /** What a hint has laid ready for me. */
  readonly hint?: { moves: string[] } | null;
  /** After the end: the address of the replay, and a new table with the same people. */
  readonly replay?: string;
  playAgain?(): void;
}

const KEY = Symbol('table');

export function provideTable(table: TableContext): void {
  setContext(KEY, table);
}

/** Undefined where there is no live table: in a replay or a fixture. */
export function useTable(): TableContext | undefined {
  return getContext<TableContext | undefined>(KEY);
}
