import '../../../lib/art/crests.ts';
import { inline } from '../../../lib/art/sprite.ts';
import file from './symbols.svg?raw';

inline(file);

const drawn = new Set([...file.matchAll(/id="art-(\w+)"/g)].map((found) => found[1]));

/** The picture of a card, god or temple; a set somebody adds may come without pictures. */
export function artOf(id: string): string {
  return drawn.has(id) ? `art-${id}` : 'art-unknown';
}
