/** The faces of the cards; what would spoil the memory game only for those who may read it. */
import { api } from '../../lib/api.ts';
import type { Gallery } from './cards.ts';

export async function fetchGallery(study: boolean): Promise<Gallery> {
  return (await api.cards('shintoh', study)) as unknown as Gallery;
}
