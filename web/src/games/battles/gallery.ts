import { api } from '../../lib/api.ts';
import type { Card, Gallery } from './view.ts';

/** Every card of every set by its id. */
export async function fetchGallery(): Promise<Gallery> {
  const groups = (await api.cards('battles', false)) as unknown as Record<string, Card[]>;
  return new Map(
    Object.values(groups)
      .flat()
      .map((card) => [card.id, card]),
  );
}
