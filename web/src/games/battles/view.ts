/** The view of Kamigami Battles (`table.ts`) with what a table adds, and the cards it names. */
import { SEATS, type Seat, type Text } from '../../lib/board.ts';
import type { Player, View } from './table.ts';

export type { AttackView, HallPile, Line } from './table.ts';

export const COLOURS = ['blue', 'green', 'red', 'white', 'yellow'] as const;
export type Colour = (typeof COLOURS)[number];
export const PHASES = ['starting', 'play', 'recruit', 'discard', 'end'];

/** One letter beside every colour, so that it is never the hue alone. */
export const COLOUR_LETTERS: Record<Colour, string> = {
  blue: 'B',
  green: 'G',
  red: 'R',
  white: 'W',
  yellow: 'Y',
};

export type SeatView = Player;

export interface Advice {
  /** The longest order in which my cards can be laid now. */
  chain: string[];
  /** For each of my cards, which others could be laid directly after it. */
  follows: Record<string, string[]>;
  /** All Disciples for Faith: one ordinary move after another, and what they bring together. */
  disciples: { moves: string[]; faith: number };
}

export interface BattlesView extends View {
  /** What the rules count up for me before I play a card. */
  advice?: Advice;
}

export interface Sign {
  sign: string;
  n: string;
}

export interface Ability {
  type: 'act' | 'react' | 'reveal';
  name: Text | string;
  text: Text | string;
  signs: Sign[];
  /** It never comes up where no temples are. */
  needs_temple: boolean;
}

export interface Card {
  group: 'god' | 'temple' | 'disciple' | 'warrior' | 'artifact';
  id: string;
  name: Text | string;
  title: Text | string;
  set: string;
  number: string;
  abilities: Ability[];
  cost?: number;
  rank?: number;
  color?: Colour;
  chain?: Colour[];
  culture?: string;
  spheres?: string[];
  sphere?: string;
}

export type Gallery = Map<string, Card>;

/** `god:B` as what it is and whose. */
export function objectOf(text: string): { of: 'god' | 'temple' | 'deck'; seat: Seat | null } {
  const [of, owner] = text.split(':') as ['god' | 'temple' | 'deck', string];
  return { of, seat: SEATS.find((seat) => seat === owner) ?? null };
}

/** Equal cards lie as one; in the order in which they first come. */
export function stacks(cards: string[]): { card: string; count: number }[] {
  const found = new Map<string, number>();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return [...found].map(([card, count]) => ({ card, count }));
}
