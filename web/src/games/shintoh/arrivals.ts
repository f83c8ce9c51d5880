/** Cards that went where they are no longer seen one by one: into a hand or onto the discard. */
import type { TableEvent } from '../../lib/board.ts';
import type { Kind } from './art/symbols.ts';
import { cardsOf } from './cards.ts';
import type { Counts } from './table.ts';

export interface Arrival {
  /** A place of the board: `hand-B`, `discard`. */
  to: string;
  from: string;
  /** Null where only the back was seen. */
  kind: Kind | null;
}

/** More than this would be a crowd, not a movement. */
const MOST = 9;

export function arrivals(events: TableEvent[]): Arrival[] {
  return events.flatMap(arrivalsOf).slice(-MOST);
}

function arrivalsOf(event: TableEvent): Arrival[] {
  const to = `hand-${event.seat}`;
  switch (event.event) {
    case 'passed': {
      const back = cardsOf(event.returned as Counts);
      const gained = event.gained as Kind | undefined;
      const laid = `laid-${event.seat}`;
      const came: Arrival[] = back.map((kind) => ({ to, from: laid, kind }));
      return gained ? [...came, { to, from: 'harvest', kind: gained }] : came;
    }
    case 'jewel_drew': {
      const seen = event.kinds as Counts | undefined;
      const kinds = seen ? cardsOf(seen) : Array<null>(event.count as number).fill(null);
      return kinds.map((kind) => ({ to, from: 'pile', kind }));
    }
    case 'sword_stole':
      return [{ to, from: `hand-${event.victim}`, kind: (event.kind as Kind | undefined) ?? null }];
    case 'god_won':
      return cardsOf(event.paid as Counts).map((kind) => ({
        to: 'discard',
        from: `laid-${event.seat}`,
        kind,
      }));
    default:
      return [];
  }
}
