/** The log of a table comes in parts, ready to be read. */

import type { TableEvent } from './board.ts';
import type { LogLine, LogPart } from './wire.ts';

/** What happened and was not taken back. */
export function stillTrue(events: TableEvent[]): TableEvent[] {
  const gone = events.filter(({ event }) => event === 'undone').map((event) => ({ from: Number(event.since), to: event.n }));
  const isGone = ({ event, n }: TableEvent) => event === 'undone' || gone.some(({ from, to }) => n >= from && n < to);
  return events.filter((event) => !isGone(event));
}

/** The log after another part of it: an act that goes on takes the place of its beginning. */
export function changedLog(log: LogLine[], { since, lines }: LogPart): LogLine[] {
  return [...log.filter(({ n }) => n < since), ...lines];
}

/** How many lines two logs have in common from the beginning. */
export function sameLines(one: LogLine[], other: LogLine[]): number {
  const place = other.findIndex((line, at) => one[at]?.text.en !== line.text.en);
  return place < 0 ? other.length : place;
}
