/** The cards of Shintoh as the server lists them, and offerings by kind. */
import type { Kind } from './art/symbols.ts';
import type { Text } from '../../lib/board.ts';
import type { Counts } from './table.ts';

export const KINDS: Kind[] = ['rice', 'sake', 'salt'];
export const TREASURES = ['jewel', 'mirror', 'sword'] as const;
export type Treasure = (typeof TREASURES)[number];

export function isTreasure(god: string): god is Treasure {
  return (TREASURES as readonly string[]).includes(god);
}

export interface God {
  id: string;
  name: Text;
  kanji: string;
  points: number | null;
  text?: Text;
  story?: Text;
}

export interface Role {
  id: string;
  name: Text;
  high: number;
  low: number;
  story?: Text;
}

/** `/api/games/shintoh/cards`. */
export interface Gallery {
  gods: God[];
  offerings: { id: Kind; name: Text; influence: number }[];
  roles: Role[];
}

export const NOTHING: Readonly<Counts> = { rice: 0, sake: 0, salt: 0 };

export function size(counts: Counts): number {
  return counts.rice + counts.sake + counts.salt;
}

/** The cards one by one, in the order in which everybody sees them. */
export function cardsOf(counts: Counts): Kind[] {
  return KINDS.flatMap((kind) => Array<Kind>(counts[kind]).fill(kind));
}
