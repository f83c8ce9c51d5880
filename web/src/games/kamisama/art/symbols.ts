import '../../../lib/art/crests.ts';
import { inline } from '../../../lib/art/sprite.ts';
import file from './symbols.svg?raw';

inline(file);

/** A thing that stands in a village and is no space: `x` and `y` as the player in front sees it. */
export interface Decor {
  art: number;
  x: number;
  y: number;
  scale: number;
}

const decor = (art: number, x: number, y: number, scale = 1.1): Decor => ({ art, x, y, scale });

/** Hayricks, cherry trees, boats, pines: so that no village looks like another. */
export const DECOR: Record<string, Decor[]> = {
  FA: [decor(0, -121, 187), decor(1, 121, 196), decor(0, 114, 143)],
  WE: [
    decor(2, -123, 191),
    decor(3, 121, 200),
    decor(2, 114, 143),
    decor(3, -114, 139),
    decor(3, 22, 143, 0.9),
  ],
  FI: [
    decor(4, -128, 191),
    decor(5, 123, 200),
    decor(4, 117, 147),
    decor(5, -114, 139),
    decor(4, 46, 187, 0.7),
    decor(4, -9, 187, 0.6),
  ],
  HO: [
    decor(6, -125, 191),
    decor(7, 123, 196),
    decor(8, 117, 147),
    decor(8, -117, 139),
    decor(9, -22, 99, 1),
    decor(10, 66, 231, 1),
  ],
};
