import type { OpenTable } from '../../lib/wire.ts';

/** An open table in the lobby's list, or one that was open until just now. */
export interface Listed extends OpenTable {
  isGone: boolean;
}

export const isOpen = (table: Listed): boolean => !table.isGone;

/**
 * The list after another look. Whatever is listed keeps its place and new tables come after it. While
 * somebody is about to choose, a table that has gone leaves no hole for another to slip under their finger.
 */
export function follow(listed: Listed[], open: OpenTable[], isInUse: boolean): Listed[] {
  const now = new Map(open.map((table) => [table.table, { ...table, isGone: false }]));
  const kept = listed
    .map((table) => now.get(table.table) ?? { ...table, isGone: true })
    .filter((table) => isInUse || isOpen(table));
  const known = new Set(listed.map((table) => table.table));
  return [...kept, ...[...now.values()].filter((table) => !known.has(table.table))];
}
