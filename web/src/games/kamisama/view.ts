/** The view of Kami-sama as the server writes it, and the cards it names. */
import type { MoveLabel, Text, Seat } from '../../lib/board.ts';

export type VillageId = 'FA' | 'WE' | 'FI' | 'HO';
/** Clockwise; the order never changes. */
export const VILLAGES: VillageId[] = ['FA', 'WE', 'FI', 'HO'];

export type SpaceType = 'field' | 'forest' | 'hut' | 'stilt' | 'temple';
/** A seat, or the automatic third party of a game for two. */
export type Party = number | 'kitsune';
export type Prompt =
  | 'KAMI'
  | 'FEAR'
  | 'ACT'
  | 'AT'
  | 'TO'
  | 'SEED'
  | 'GAIN'
  | 'TIE'
  | 'TAKE'
  | 'TOKEN';

export interface Piece {
  owner: Party;
  piece: 'shrine' | 'seed';
  fear?: boolean;
}

export interface Rank {
  seat: Party;
  chain: number;
  shrines: number;
  tied: boolean;
}

export interface VillageView {
  id: VillageId;
  name: string;
  name_ja: string;
  side: number;
  /** The seat that has it in front. */
  faces: number | null;
  moon: boolean;
  kitsune: boolean;
  deck: number;
  tokens: number;
  spaces: Record<string, SpaceType>;
  pieces: Record<string, Piece>;
  ranking: Rank[];
  /** Who holds the temple and would decide a tie. */
  decides: number | null;
  /** Spaces where one shrine of mine would complete the goal: "FA.b2 FA.c2". */
  completes: string;
}

export interface PlayerView {
  seat: Seat;
  side: number;
  front: VillageId;
  current: VillageId[];
  kami: string | null;
  supply: number;
  favor: number;
  nature: number;
  would_score: number;
  vp: number;
  tokens: Record<VillageId, number>;
  sets: number;
  track_points: number[];
  /** Null while they lie face down before somebody else. */
  villagers: string[] | null;
  villager_count: number;
  villager_vp2: number | null;
  cubes: number;
  holds?: { seed?: number; moon?: number; fear?: number; rage?: 'charged' | 'calm' };
}

export interface GoalView {
  id: string;
  name: string;
  name_ja: string;
  text: string;
  text_ja: string;
  kind: 'pattern' | 'set' | 'chain';
  cells?: string[];
  any_of?: Partial<Record<SpaceType, number>>[];
  size?: number;
}

export interface TurnView {
  cubes: number;
  basics: number;
  basic_limit: number;
  used: number[];
  rewarded: VillageId[];
  abilities?: { n: number; cost: number; why_not: string | null }[];
  step?: { source?: string };
}

export interface DraftView {
  village: VillageId;
  order: Party[];
  taken: number;
  cards: number;
  hand_size: number;
  hand: string[] | null;
}

export interface FoxView {
  village: VillageId;
  side: number;
  supply: number;
  villagers: string[];
  used: string[];
  unused: string[];
}

export interface SeatResult {
  vp: number;
  tracks: number[];
  sets: number;
  tokens: number;
  villagers: number;
  temples: number;
  peasants: number;
  score: number;
  rank: number;
}

export interface Preview {
  favor: number;
  nature: number;
  token: VillageId | null;
}

export interface KamisamaView {
  seat: Seat;
  seats: number;
  asked: number | null;
  prompt: Prompt | null;
  moves: string[];
  labels?: Record<string, MoveLabel>;
  year: number;
  years: number;
  round: number;
  rounds: number;
  first: number;
  turns: number;
  /** Whose turn it is; null outside of turns. */
  active: number | null;
  rot: number;
  red: number;
  goal: GoalView | null;
  villages: VillageView[];
  players: PlayerView[];
  kitsune: FoxView | null;
  turn: TurnView;
  draft: DraftView | null;
  /** What each option that places a shrine would yield. */
  preview: Record<string, Preview>;
  private?: { dealt: string[]; kami: string | null };
  result?: { seats: SeatResult[]; winners: number[] };
}

export interface Ability {
  n: number;
  name: Text | string;
  cost: number;
  text: Text | string;
}

export interface Kami {
  id: string;
  name: Text | string;
  kanji: string;
  title: Text | string;
  passive: { name: Text | string; text: Text | string };
  abilities: Ability[];
}

export interface Villager {
  id: string;
  name: Text | string;
  kanji: string;
  village: VillageId;
  points: string;
  vp2: number;
  text: Text | string;
}

export type FoxEffect = 'add' | 'remove' | 'replace';

export interface FoxSquare {
  at: string;
  effect: FoxEffect;
  arrows: ('left' | 'right' | 'up' | 'down')[];
  n: number;
}

export interface FoxCardFace {
  id: string;
  name: Text | string;
  squares: FoxSquare[];
  /** By village: for each square the cells it tries, in order. */
  scans: Record<VillageId, string[][]>;
}

/** `/api/games/kamisama/cards`. */
export interface Gallery {
  kami_sheets: Kami[];
  villager_cards: Villager[];
  kitsune_cards: FoxCardFace[];
}

export const TYPES: SpaceType[] = ['field', 'forest', 'hut', 'stilt', 'temple'];
