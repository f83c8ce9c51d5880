/** The view of Kodama as the server writes it, and the cards it names. */
import type { MoveLabel, Text, Seat } from '../../lib/board.ts';
import type { CardData } from './kernel/cards.ts';
import type { Feature } from './kernel/trees.ts';

export const SEASONS = ['spring', 'summer', 'fall'] as const;
export type Season = (typeof SEASONS)[number];

export interface TreeCard {
  card: string;
  x: number;
  y: number;
  rot: number;
  parent: number | null;
  depth: number;
  end: boolean;
  near: boolean;
  fork: boolean;
}

/** Points by season. */
export interface Points {
  base: number[];
  decree: number[];
  kodama: number[];
}

export interface SeatView {
  seat: Seat;
  trunk: string;
  feature: Feature;
  score: number;
  last: { base: number; bonus: number };
  points: Points;
  scored: { season: Season; kodama: string; points: number }[];
  sprouts: string | null;
  hand_size: number;
  tree: TreeCard[];
  icons: Partial<Record<Feature, number>>;
  /** The faces of its hand, where everybody may see them. */
  hand?: string[];
}

/** Name, x, y and turn of an offered spot. */
export type Spot = [string, number, number, number];

/** What a card would bring on one card of my tree. */
export interface ParentPlace {
  onto: number;
  base: number;
  bonus: number;
  lines: Partial<Record<Feature, { points: number; cards: number[] }>>;
  /** `over` the limit, or `full`: none of the candidate spots is free. */
  state: 'open' | 'over' | 'full';
  spots?: Spot[];
  /** How the values of my Kodama would change. */
  gains?: Record<string, number>;
}

export type Slot = number | 'deck';

export interface CardPlaces {
  slot: Slot;
  card: string;
  parents: ParentPlace[];
}

export interface KodamaView {
  seat: Seat;
  seats: number;
  asked: number | null;
  prompt: 'PICK' | 'ONTO' | 'SPOT' | 'KODAMA' | null;
  moves: string[];
  labels?: Record<string, MoveLabel>;
  phase: 'growing' | 'kodama' | 'over';
  season: Season;
  round: number;
  rounds: number;
  first: number;
  order: number[];
  turn: number;
  decree: string | null;
  decrees: { season: Season; decree: string | null; state: 'past' | 'in_force' | 'face_down' }[];
  limit: number;
  display: string[];
  deck: number;
  unseen: Record<Feature, number>;
  picked: { slot: Slot; card: string; onto: number | null } | null;
  players: SeatView[];
  private?: { hand: HandCard[] };
  places?: CardPlaces[];
  result?: { seats: SeatResult[]; winners: number[] };
}

export interface HandCard {
  kodama: string;
  points: number;
  suggested: boolean;
}

export interface SeatResult {
  score: number;
  points: Points;
  trunk_icons: number;
  rank: number;
}

export interface SpiritCard {
  id: string;
  name: Text;
  text: Text;
}

export interface DecreeCard extends SpiritCard {
  season: Text;
  /** Of its effect this board reads only which feature counts as another. */
  data: { effect: { kind: string; from?: Feature; to?: Feature } };
}

/** `/api/games/kodama/cards`. */
export interface Gallery extends CardData {
  trunk_cards: (CardData['trunk_cards'][number] & { name: Text })[];
  kodama_cards: SpiritCard[];
  sprout_cards: (SpiritCard & { letter: string; season: Text })[];
  decree_cards: DecreeCard[];
}
