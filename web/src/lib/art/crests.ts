import { inline } from './sprite.ts';
import file from './crests.svg?raw';

inline(file);

/** The crests of seats A to F. */
export const CRESTS = ['tomoe', 'seigaiha', 'matsu', 'ume', 'kiku', 'kikko'];
