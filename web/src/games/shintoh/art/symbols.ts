import '../../../lib/art/crests.ts';
import { inline } from '../../../lib/art/sprite.ts';
import file from './symbols.svg?raw';

inline(file);

export type Kind = 'rice' | 'sake' | 'salt';

/** What the faces of the cards show, as `/api/games/shintoh/cards` tells it. */
export interface GodFace {
  id: string;
  name: string;
  kanji: string;
  /** Treasures have none. */
  points: number | null;
  /** One line: a story, or what a treasure does; empty where it would tell too much. */
  line: string;
}
