// Made by `python -m kamiza.server.types`; do not edit.

import type { Seat, SeenTable } from '../../lib/board.ts';

export interface AttackView {
  seat: Seat | null;
  source: string;
  target: string;
  base: number;
  value: number;
  defence: number;
  loss: number;
  energy: number;
  left: number;
  entries: Defence[];
}

export interface Banished {
  card: string;
  owner: Seat | null;
}

export interface Commands {
  stops: ('starting.begin' | 'starting.main' | 'play.main' | 'recruit.main' | 'recruited' | 'discard.begin' | 'discard.main' | 'discard.end' | 'end.begin' | 'end.draw' | 'end.end' | 'over')[];
  resign: boolean;
}

export interface CommonDeck {
  top: (string | null)[];
  bottom: (string | null)[];
  unseen: string[];
  size: number;
  reveals: number;
}

export interface Counted {
  card: string;
  count: number;
}

export interface Defence {
  seat: Seat;
  source: string;
  value?: number;
  redirected_to?: string;
}

export interface Discounts {
  disciple: number;
  warrior: number;
  artifact: number;
}

export interface Hall {
  warriors: (HallPile | null)[];
  artifacts: (HallPile | null)[];
  disciples: (HallPile | null)[];
}

export interface HallPile {
  card: string;
  count: number;
  price: number;
  affordable: boolean;
}

export interface Line {
  kind: 'attack' | 'use' | 'defend' | 'redirect' | 'asked';
  way?: 'act' | 'react' | 'reveal' | 'watch';
  seat: Seat | null;
  card?: string;
  ability?: number;
  target?: string;
  value?: number;
  cancelled?: boolean;
  event?: string;
}

export interface Owned {
  count: number;
  best: Counted[];
}

export interface Places {
  top: (string | null)[];
  bottom: (string | null)[];
}

export interface Result {
  seats: Record<Seat, SeatResult>;
}

export interface SeatResult {
  score: number;
  rank: number;
}

export interface StackView {
  what: 'act' | 'react' | 'reveal' | 'watch' | 'attack' | 'window';
  seat: Seat | null;
  source?: string;
  ability?: number;
  number?: number;
  cancelled?: boolean;
  target?: string;
  event?: string;
}

export interface UseView {
  seat: Seat;
  source: string;
  card: string;
  ability: number | null;
}

export interface Player {
  /** whose this is */
  seat: Seat;
  /** in play, Sealed or out */
  status: 'in' | 'sealed' | 'out';
  /** in a Team Match 0 or 1, seat by seat */
  team: number;
  /** solo, or in a team main or support; usually A and B are the Main Gods */
  role: 'solo' | 'main' | 'support';
  /** the god; none until it is chosen */
  god: string | null;
  /** the gods to choose from, during set-up */
  dealt: string[];
  /** Energy of the god; usually as at the beginning */
  energy: number;
  /** the temple, destroyed or not; usually a blank one */
  temple: 'blank' | 'carcosa' | 'innsmouth' | 'irem' | 'izumo' | 'leng' | 'miskatonic' | 'rlyeh' | 'takamagahara' | 'yomotsu_hirasaka' | null;
  /** Energy of the temple; 0 if it is destroyed */
  temple_energy: number;
  /** the how-manieth to be eliminated; 0: never */
  fell: number;
  /** how many cards the hand has */
  hand_size: number;
  /** the cards in hand */
  known: string[];
  /** how many cards the deck has */
  deck_size: number;
  /** the discard pile, the last one on top */
  discard: string[];
  /** the Play Area, as played */
  area: string[];
  /** Acts and once-per-turn Reacts used this turn */
  used: string[];
  /** points at which the player wants to be asked */
  stops: ('starting.begin' | 'starting.main' | 'play.main' | 'recruit.main' | 'recruited' | 'discard.begin' | 'discard.main' | 'discard.end' | 'end.begin' | 'end.draw' | 'end.end' | 'over')[];
  /** Disciples played this turn */
  disciples: number;
  /** Disciples I played this turn */
  disciples_1: number;
  /** bonus of all Attacks this turn */
  boost_turn: number;
  /** bonus of the next Attack */
  boost_next: number;
  /** how much less cards cost this turn */
  discounts: Discounts;
  /** the temple stands */
  temple_up: boolean;
  /** known places of the deck */
  deck: Places;
  /** cards in hand or deck of which this seat does not know where they are */
  unseen: string[];
  /** how many cards, and which Warriors and Artifacts */
  owned: Owned;
}

export interface Private {
  /** the own hand */
  hand: string[];
  /** cards in hand that could be played on the Chain */
  playable: string[];
  /** there is only one answer */
  forced: boolean;
  /** own god, temple and cards that can react at all */
  reactors: string[];
  /** what a reaction may wait for (`on_<trigger>`) */
  triggers: string[];
  /** what may be said at any time */
  commands: Commands;
}

export interface View extends SeenTable {
  /** the starting player */
  first: Seat;
  /** whose turn it is */
  active: Seat;
  /** turns counted from 1; 0 during set-up */
  turn: number;
  /** rounds counted from 1 */
  round: number;
  /** Faith of the active player */
  faith: number;
  /** Warriors and Artifacts the active player has laid this turn */
  chain: string[];
  /** the Chaining Colours in force; usually those of the last link */
  colours: ('blue' | 'green' | 'red' | 'white' | 'yellow')[];
  /** who has won */
  winners: Seat[];
  /** how the game was won */
  ending: 'last_standing' | 'energy' | 'main_god' | 'round_limit' | null;
  /** Banished cards with their last owners */
  netherworld: Banished[];
  /** cards that have left the game */
  removed: string[];
  /** temples to choose from, during set-up */
  temples_left: ('blank' | 'carcosa' | 'innsmouth' | 'irem' | 'izumo' | 'leng' | 'miskatonic' | 'rlyeh' | 'takamagahara' | 'yomotsu_hirasaka')[];
  /** the phase of the turn; none during set-up and at the end */
  phase: 'starting' | 'play' | 'recruit' | 'discard' | 'end' | null;
  /** the Hall of Heroes, with prices for the active player */
  hall: Hall;
  /** what is known of the Warrior Deck; `reveals` is the chance of a Reveal in percent */
  warrior_deck: CommonDeck;
  /** what is known of the Artifact Deck */
  artifact_deck: CommonDeck;
  /** the Attack under way */
  attack: AttackView | null;
  /** abilities, Attacks and windows, the oldest first */
  stack: StackView[];
  /** what waits for an answer, line by line */
  column: Line[];
  /** the ability the open question belongs to */
  using: UseView | null;
  /** the word of the open question: what a card is chosen for, whether the own Attack is reacted to */
  asking: string | null;
  /** cards of the active player's Play Area that are no links */
  beside: Counted[];
  /** the final count, once the game is over */
  result?: Result;
  players: Record<Seat, Player>;
  /** Only for a seat, not for a spectator. */
  private?: Private;
}
