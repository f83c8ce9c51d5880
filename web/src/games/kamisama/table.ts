// Made by `python -m kamiza.server.types`; do not edit.

import type { Seat, SeenTable } from '../../lib/board.ts';

export interface AbilityView {
  n: number;
  cost: number;
  why_not: string | null;
}

export interface Cause {
  kind: 'ability' | 'passive' | 'free' | 'villager';
  id: string;
  n: number;
}

export interface ChainChange {
  owner: Seat | 'kitsune';
  village: 'FA' | 'WE' | 'FI' | 'HO';
  before: number;
  after: number;
}

export interface CountRow {
  part: 'tracks' | 'sets' | 'tokens' | 'villagers';
  year: number;
}

export interface DraftView {
  village: 'FA' | 'WE' | 'FI' | 'HO';
  order: (Seat | 'kitsune')[];
  taken: number;
  hand: string[] | null;
  seen: Seat[];
  hand_size: number;
}

export interface FoxView {
  colour: string;
  side: number;
  village: 'FA' | 'WE' | 'FI' | 'HO';
  shrines: string;
  supply: number;
  villagers: string[];
  used: string[];
  unused: string[];
}

export interface GoalView {
  id: string;
  name: string;
  name_ja: string;
  text: string;
  text_ja: string;
  kind: 'pattern' | 'set' | 'chain';
  cells?: string[];
  any_of?: Record<string, number>[];
  size?: number;
}

export interface Held {
  seed?: number;
  moon?: number;
  fear?: number;
  rage?: 'charged' | 'calm';
}

export interface LeftoverView {
  village: 'FA' | 'WE' | 'FI' | 'HO';
  cards: string[] | null;
  seen: Seat[];
  count: number;
}

export interface Piece {
  owner: Seat | 'kitsune';
  piece: 'shrine' | 'seed';
  fear?: boolean;
}

export interface Preview {
  favor: number;
  nature: number;
  token: 'FA' | 'WE' | 'FI' | 'HO' | null;
  more: number;
  events: Record<string, unknown>[];
  chains: ChainChange[];
}

export interface Rank {
  seat: Seat | 'kitsune';
  chain: number;
  shrines: number;
  tied: boolean;
}

export interface Result {
  seats: Record<Seat, SeatResult>;
  rows: CountRow[];
  winners: Seat[];
  is_level: boolean;
  next: Seat | null;
  margin: number;
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
  counts: number[];
  sums: number[];
}

export interface TokenCounts {
  FA: number;
  WE: number;
  FI: number;
  HO: number;
}

export interface TurnView {
  cubes: number;
  basics: number;
  used: number[];
  passive_used: boolean;
  rewarded: ('FA' | 'WE' | 'FI' | 'HO')[];
  placed: string;
}

export interface VillageView {
  id: 'FA' | 'WE' | 'FI' | 'HO';
  name: string;
  name_ja: string;
  side: number;
  faces: Seat | null;
  next_faces: Seat | null;
  moon: boolean;
  kitsune: boolean;
  deck: number;
  tokens: number;
  spaces: Record<string, 'field' | 'forest' | 'hut' | 'stilt' | 'temple'>;
  pieces: Record<string, Piece>;
  ranking: Rank[];
  decides: Seat | null;
  completes: string;
}

export interface Player {
  /** whose this is */
  seat: Seat;
  /** shrines on the board */
  shrines: string;
  /** the Favor track */
  favor: number;
  /** the Nature track */
  nature: number;
  /** VP scored so far */
  vp: number;
  /** village tokens, never one of each */
  tokens: TokenCounts;
  /** how many villagers were claimed */
  villager_count: number;
  /** sets of village tokens turned in */
  sets: number;
  /** VP from the tracks of each year */
  track_points: number[];
  /** the colour of the shrines */
  colour: string;
  /** the side of the table, from 0 clockwise */
  side: number;
  /** the village in front */
  front: 'FA' | 'WE' | 'FI' | 'HO';
  /** the village in front in the next round */
  next_front: 'FA' | 'WE' | 'FI' | 'HO';
  /** the villages one may act in */
  current: ('FA' | 'WE' | 'FI' | 'HO')[];
  /** the kami; none while they are chosen */
  kami: string | null;
  /** shrines in supply */
  supply: number;
  /** VP from the tracks if the year ended now */
  would_score: number;
  /** the track that counts */
  lower: 'favor' | 'nature' | 'even';
  /** claimed villagers; none while they lie face down before somebody else */
  villagers: string[] | null;
  /** twice the VP of the claimed villagers */
  villager_vp2: number | null;
  /** their VP, as they are printed */
  villager_points: string | null;
  /** action cubes of a turn */
  cubes: number;
  /** the tokens of the kami that are with the player */
  holds?: Held;
}

export interface Private {
  /** the two kami sheets dealt */
  dealt: ('yue' | 'kodama' | 'inari' | 'ryujin' | 'fujin' | 'raijin' | 'nue' | 'tanuki')[];
  /** one's own kami */
  kami: string | null;
}

export interface View extends SeenTable {
  /** the year */
  year: number;
  /** the side at which the Farming village and the blue advent token lie */
  rot: number;
  /** the side of the red advent token; usually that of the blue one */
  red: number;
  /** who opened this round; usually who faces the Farming village with four players, else A */
  first: Seat;
  /** turns finished in this round; usually those before the asked seat */
  turns: number;
  /** goals that may still come; usually all of the edition that are not for Year 1 */
  goals_left: string[];
  /** what was done this turn; usually nothing, with all cubes left */
  turn: TurnView;
  /** where Seeds lie */
  seeds: string;
  /** the space over the Fear token */
  fear: string | null;
  /** the Rage token is charged */
  rage: boolean;
  /** the village with the Moon token */
  moon: 'FA' | 'WE' | 'FI' | 'HO' | null;
  /** villages whose Moon token was not drawn yet; usually all others */
  moons_left: ('FA' | 'WE' | 'FI' | 'HO')[];
  /** the year end in one village; the hand is known to those who have held it, or to everybody in an open draft */
  draft: DraftView | null;
  /** villagers put back to the bottoms of decks, known to those who saw them */
  leftovers: LeftoverView[];
  /** how many years are played */
  years: number;
  /** the round of the year */
  round: number;
  /** how many rounds a year has */
  rounds: number;
  /** the seats in the order of this round */
  order: Seat[];
  /** whose turn it is; none outside of turns */
  active: Seat | null;
  /** the goal card of the year */
  goal: GoalView | null;
  /** the four villages with all that stands there */
  villages: VillageView[];
  /** the Kitsune, with two players */
  kitsune: FoxView | null;
  /** how often one may add or remove in a turn */
  basic_limit: number;
  /** abilities of whose turn it is, and the refusal that stands in the way of each */
  abilities: AbilityView[];
  /** what is being carried out, while it asks for something */
  cause: Cause | null;
  /** the space of the shrine that is being moved */
  source: string | null;
  /** how many villagers are drawn in each village */
  drawn: number;
  /** what each move would certainly do, to the asked seat */
  preview: Record<string, Preview>;
  /** the final count, once the game is over */
  result?: Result;
  players: Record<Seat, Player>;
  /** Only for a seat, not for a spectator. */
  private?: Private;
}
