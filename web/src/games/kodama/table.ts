// Made by `python -m kamiza.server.types`; do not edit.

import type { Seat, SeenTable } from '../../lib/board.ts';

export interface Box {
  kodama: number;
  sprouts: number;
  decrees: number;
  trunks: number;
  player_tokens: number;
  kodama_cards?: string[];
}

export interface CardPlaces {
  slot: number | 'deck';
  card: string;
  best: number | null;
  parents: PlaceOnParent[];
}

export interface HeldKodama {
  kodama: string;
  points: number;
  suggested: boolean;
  cards: string[];
}

export interface LastTurn {
  base: number;
  bonus: number;
}

export interface Picked {
  slot: number | 'deck';
  card: string;
  onto: number | null;
  wide: boolean;
}

export interface PlaceOnParent {
  onto: number;
  base: number;
  bonus: number;
  total: number;
  lines: Record<string, ScoringLine>;
  state: 'open' | 'full' | 'over';
  spots?: [string, number, number, number][];
  gains?: Record<string, number>;
}

export interface Points {
  base: number[];
  decree: number[];
  kodama: number[];
  total: number[];
  sums: Sums;
}

export interface Result {
  seats: Record<Seat, SeatResult>;
  winners: Seat[];
}

export interface ScoredKodama {
  season: 'spring' | 'summer' | 'fall';
  kodama: string;
  points: number;
}

export interface ScoringLine {
  points: number;
  cards: number[];
}

export interface SeasonDecree {
  season: 'spring' | 'summer' | 'fall';
  decree: string | null;
  state: 'past' | 'in_force' | 'face_down';
}

export interface SeatResult {
  score: number;
  points: Points;
  trunk_icons: number;
  rank: number;
}

export interface Sums {
  base: number;
  decree: number;
  kodama: number;
}

export interface Track {
  marker: number;
  token: number | null;
  badges: number;
}

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

export interface Player {
  /** whose this is */
  seat: Seat;
  /** the trunk and what grew on it; usually the first trunk nobody else has */
  tree: TreeCard[];
  /** how many Kodama the hand has */
  hand_size: number;
  /** the Kodama or Sprouts in hand; usually the first ones that are nowhere else */
  hand?: string[];
  /** all points; usually the sum of those below */
  score: number;
  /** the Kodama scored so far, by season */
  scored: ScoredKodama[];
  /** points of the last turn: of the card, of the decree */
  last: LastTurn;
  /** the trunk card */
  trunk: string;
  /** the feature of the trunk and of the player token */
  feature: 'caterpillar' | 'cloud' | 'firefly' | 'flower' | 'mushroom' | 'star';
  /** how the score is shown on the score track */
  track: Track;
  /** what the last turn brought, with the decree */
  last_points: number;
  /** where the points came from, by season */
  points: Points;
  /** the letter of the Sprouts, if the seat plays with them */
  sprouts: string | null;
  /** icons of each feature on the tree, as they count now */
  icons: Record<string, number>;
}

export interface Private {
  /** the own Kodama with what each would score now */
  hand: HeldKodama[];
}

export interface View extends SeenTable {
  /** Growing Phase, Kodama Phase or the end */
  phase: 'growing' | 'kodama' | 'over';
  /** usually spring; fall when the game is over */
  season: 'spring' | 'summer' | 'fall';
  /** the round of the Growing Phase; usually the first, and the last in the Kodama Phase */
  round: number;
  /** how many seats have had their turn in this round, or have chosen a Kodama; usually as many as come before the asked seat */
  turn: number;
  /** who holds the first player marker */
  first: Seat;
  /** the decree in force */
  decree: string | null;
  /** the decrees that have been discarded, in order */
  past: string[];
  /** points a placement may score; usually what the decree in force says */
  limit: number;
  /** how many cards the display should have; usually what the decree in force says */
  display_size: number;
  /** the branch cards on display, from left to right; usually the lowest ones that lie nowhere else */
  display: string[];
  /** how many cards the deck has */
  deck: number;
  /** the branch cards removed by fallow turns, in order */
  removed: string[];
  /** how many rounds a season has */
  rounds: number;
  /** where the season token stands, 0 to 12 */
  season_token: number;
  /** the seats in the order of turns of this season */
  order: Seat[];
  /** the decree of each season, if there are decrees */
  decrees: SeasonDecree[];
  /** icons of each feature still in the deck, as printed */
  unseen: Record<string, number>;
  /** how much went back to the box; which Kodama, is shown at the end */
  box: Box;
  /** the card that is taken but not yet placed */
  picked: Picked | null;
  /** what each card would bring where on the own tree */
  places?: CardPlaces[];
  /** the final count, once the game is over */
  result?: Result;
  players: Record<Seat, Player>;
  /** Only for a seat, not for a spectator. */
  private?: Private;
}
