// Made by `python -m kamiza.server.types`; do not edit.

import type { Seat, SeenTable } from '../../lib/board.ts';

export interface Commands {
  look: boolean;
}

export interface Counts {
  rice: number;
  sake: number;
  salt: number;
}

export interface Result {
  seats: Record<Seat, SeatResult>;
  winners: string[];
}

export interface RoleScored {
  id: string;
  value: number;
}

export interface RoleView {
  id: string;
  name: string;
  name_ja: string;
  value: number;
  members?: string[];
}

export interface SeatResult {
  gods: number;
  roles: RoleScored[];
  score: number;
  cards: number;
  rank: number;
}

export interface Player {
  /** whose this is */
  seat: Seat;
  /** how many offerings the hand has */
  hand_size: number;
  /** the part of the hand that everybody could have deduced; usually all of it */
  known?: Counts;
  /** the offerings laid in this competition */
  placed: Counts;
  /** still in this competition */
  in: boolean;
  /** the gods that lie face up */
  gods: string[];
  /** 1 while a god lies face down */
  face_down: number;
  /** the role card has been taken; usually only in an open-book game */
  role_taken: boolean;
  /** influence laid in this competition */
  total: number;
  /** points of the gods that lie face up */
  points: number;
  /** cards in hand nobody could deduce */
  unknown?: number;
}

export interface Private {
  /** the offerings in hand */
  hand: Counts;
  /** the god that still lies face down; usually the first one left that is no treasure */
  face_down_god: string | null;
  /** influence of the whole hand */
  influence: number;
  /** what may be said at any time */
  commands: Commands;
}

export interface View extends SeenTable {
  /** who opened this competition; usually the asked seat */
  dealer: Seat;
  /** the god competed for; none when the game is over. Usually the first of `gods_top`, or the first god that lies nowhere else */
  altar: string | null;
  /** how many gods are still to come */
  god_pile: number;
  /** how many cards the Offering Pile has */
  offering_pile: number;
  /** the Offering Pile; usually all offerings that lie nowhere else */
  pile?: Counts;
  /** the Harvest Card */
  harvest: 'rice' | 'sake' | 'salt' | null;
  /** the Discard */
  discard: Counts;
  /** the treasures that have been used */
  used: ('jewel' | 'mirror' | 'sword')[];
  /** the number of this competition */
  competition: number;
  /** how many competitions a game has */
  competitions: number;
  /** the total the asked seat has to beat */
  bar: number;
  /** the ten roles; members only for who may read them */
  roles: RoleView[];
  /** the final count, once the game is over */
  result?: Result;
  players: Record<Seat, Player>;
  /** Only for a seat, not for a spectator. */
  private?: Private;
}
