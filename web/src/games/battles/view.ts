/** The view of Kamigami Battles as the server writes it, and the cards it names. */
import type { MoveLabel, Text, Seat } from '../../lib/board.ts';

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

export interface SeatView {
  seat: Seat;
  status: 'in' | 'sealed' | 'out';
  team: number;
  role: 'solo' | 'main' | 'support';
  god: string | null;
  dealt: string[];
  energy: number;
  temple: string | null;
  temple_energy: number;
  temple_up: boolean;
  hand_size: number;
  /** Cards of the hand this seat knows of. */
  known: string[];
  deck_size: number;
  deck: { top: (string | null)[]; bottom: (string | null)[] };
  /** Cards in hand or deck of which nobody has seen where they are. */
  unseen: string[];
  discard: string[];
  area: string[];
  used: number;
  /** Points of the own turn at which the seat wants to be asked. */
  stops: string[];
  boost_turn: number;
  boost_next: number;
  discounts: { disciple: number; warrior: number; artifact: number };
  /** The how-manieth to fall; 0 while standing. */
  fell: number;
}

export interface HallPile {
  card: string;
  count: number;
  price: number;
  affordable: boolean;
}

export interface AttackView {
  seat: Seat | null;
  source: string;
  target: string;
  base: number;
  value: number;
  defence: number;
  loss: number;
  entries: { seat: Seat; source: string; value?: number; redirected_to?: string }[];
}

export interface StackView {
  what: 'act' | 'react' | 'reveal' | 'watch' | 'attack' | 'window';
  seat: Seat | null;
  source?: string;
  ability?: number;
  cancelled?: boolean;
  target?: string;
  event?: string;
}

export interface Advice {
  /** The longest order in which my cards can be laid now. */
  chain: string[];
  /** For each of my cards, which others could be laid directly after it. */
  follows: Record<string, string[]>;
  /** All Disciples for Faith: one ordinary move after another, and what they bring together. */
  disciples: { moves: string[]; faith: number };
}

export interface BattlesView {
  seat: Seat;
  seats: number;
  options: {
    mode: 'ffa' | 'team';
    temples: boolean;
    ask: 'could' | 'holders';
    round_limit: number;
  };
  asked: number | null;
  prompt: string | null;
  moves: string[];
  labels?: Record<string, MoveLabel>;
  /** What the rules count up for me before I play a card. */
  advice?: Advice;
  /** The table passes for this seat by itself. */
  passing?: boolean;
  first: number;
  active: number;
  turn: number;
  round: number;
  phase: string | null;
  faith: number;
  chain: string[];
  colours: Colour[];
  hall: Record<'warriors' | 'artifacts' | 'disciples', (HallPile | null)[]>;
  warrior_deck: { size: number; unseen: string[] };
  artifact_deck: { size: number; unseen: string[] };
  netherworld: { card: string; owner: number | null }[];
  temples_left: string[];
  players: SeatView[];
  attack: AttackView | null;
  stack: StackView[];
  frames: Record<string, unknown>[];
  ending: string;
  winners: number[];
  private?: {
    hand: string[];
    playable: string[];
    forced: boolean;
    /** What I may say although I am not asked. */
    commands: { stops: string[]; resign: boolean };
  };
  result?: { scores: number[]; ranks: number[] };
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

/** `god:p2` as what it is and whose. */
export function objectOf(text: string): { of: 'god' | 'temple' | 'deck'; seat: Seat | null } {
  const [of, owner] = text.split(':') as ['god' | 'temple' | 'deck', string];
  return { of, seat: /^p\d$/.test(owner) ? Number(owner[1]) - 1 : null };
}

/** Equal cards lie as one; in the order in which they first come. */
export function stacks(cards: string[]): { card: string; count: number }[] {
  const found = new Map<string, number>();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return [...found].map(([card, count]) => ({ card, count }));
}
