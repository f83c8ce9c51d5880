import { getContext, setContext } from 'svelte';

/** What the frame around a board knows and its lectern shows: people, clocks, the connection. */
export interface TableContext {
  readonly connected: boolean;
  /** Milliseconds left for a seat, or null at an untimed table and for bots. */
  clock(seat: number): number | null;
  /** Milliseconds until a bot takes the absent seat, or null while somebody is there. */
  away(seat: number): number | null;
  /** Give the absent player more time. */
  wait(seat: number): void;
}

const KEY = Symbol('table');

export function provideTable(table: TableContext): void {
  setContext(KEY, table);
}

/** Undefined where there is no live table: in a replay or a fixture. */
export function useTable(): TableContext | undefined {
  return getContext<TableContext | undefined>(KEY);
}
