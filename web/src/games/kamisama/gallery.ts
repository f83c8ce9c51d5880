/** The faces of the cards; nothing of it is secret. */
import { api } from '../../lib/api.ts';
import type { Gallery } from './cards.ts';

export async function fetchGallery(): Promise<Gallery> {
  return (await api.cards('kamisama', false)) as unknown as Gallery;
}
