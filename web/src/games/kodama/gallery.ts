/** The faces of all cards, with their forms. */
import { api } from '../../lib/api.ts';
import type { Text } from '../../lib/board.ts';
import { facesOf, type CardData, type Face } from './kernel/cards.ts';
import type { Feature } from './kernel/trees.ts';

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

export interface Drawn extends Gallery {
  faces: Map<string, Face>;
}

let drawn: Promise<Drawn> | null = null;

export function fetchGallery(): Promise<Drawn> {
  drawn ??= api.cards('kodama', false).then((cards) => {
    const gallery = cards as unknown as Gallery;
    return { ...gallery, faces: facesOf(gallery) };
  });
  drawn.catch(() => (drawn = null));
  return drawn;
}
