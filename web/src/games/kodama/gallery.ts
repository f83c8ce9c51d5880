/** The faces of all cards, with their forms. */
import { api } from '../../lib/api.ts';
import { facesOf, type Face } from './kernel/cards.ts';
import type { Gallery } from './view.ts';

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
