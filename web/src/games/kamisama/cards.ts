/** The cards of Kami-sama as the server lists them, and short names for what the table has. */
import type { Text } from '../../lib/board.ts';
import type { Player, Rank, VillageView } from './table.ts';

export type VillageId = Player['front'];
/** Clockwise; the order never changes. */
export const VILLAGES: VillageId[] = ['FA', 'WE', 'FI', 'HO'];

export type SpaceType = VillageView['spaces'][string];
/** A seat, or the automatic third party of a game for two. */
export type Party = Rank['seat'];

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
  /** The squares in words. */
  label: Text | string;
  squares: FoxSquare[];
  /** By village: for each square the cells it tries, in order. */
  scans: Record<VillageId, string[][]>;
}

/** `/api/games/kamisama/cards`. */
export interface Gallery {
  kami_sheets: Kami[];
  villager_cards: Villager[];
  kitsune_cards: FoxCardFace[];
  goal_cards: { id: string; name: Text | string; text: Text | string }[];
}

export const TYPES: SpaceType[] = ['field', 'forest', 'hut', 'stilt', 'temple'];
