/** The view of Shintoh as the server writes it, and the cards it names. */
import type { MoveLabel, Text } from '../../lib/board.ts';
import type { Kind } from '../../lib/art/shintoh.ts';

export const KINDS: Kind[] = ['rice', 'sake', 'salt'];
export const TREASURES = ['jewel', 'mirror', 'sword'];

export type Counts = Record<Kind, number>;

export interface SeatView {
  seat: number;
  in: boolean;
  placed: Counts;
  total: number;
  hand_size: number;
  gods: string[];
  face_down: number;
  points: number;
  role_taken: boolean;
  /** Only at tables with the hand tracker. */
  known?: Counts;
  unknown?: number;
}

export interface RoleView {
  id: string;
  name: string;
  name_ja: string;
  value: number;
  /** Only for those who may read the face of the role card. */
  members?: string[];
}

export interface SeatResult {
  gods: number;
  roles: { id: string; value: number }[];
  score: number;
  cards: number;
  rank: number;
}

export interface ShintohView {
  seat: number;
  seats: number;
  options: { role_knowledge: string };
  asked: number | null;
  prompt: 'TURN' | 'GIVE' | 'MIRROR_PICK' | 'SWORD_TARGET' | null;
  moves: string[];
  /** `warning` is the price of what cannot be taken back. */
  labels?: Record<string, MoveLabel & { warning?: Text }>;
  dealer: number;
  competition: number;
  competitions: number;
  altar: string | null;
  god_pile: number;
  harvest: Kind | null;
  offering_pile: number;
  discard: Counts;
  /** The total the asked seat has to beat. */
  bar: number;
  used: string[];
  players: SeatView[];
  roles: RoleView[];
  /** The Offering Pile by kind, while this seat looks through it. */
  pile?: Counts;
  private?: {
    hand: Counts;
    influence: number;
    face_down_god: string | null;
    /** What may be said whoever is asked. */
    commands: { look: boolean };
  };
  result?: { seats: SeatResult[]; winners: number[] };
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
