/** The features and the sun, put into the page once; and as text, for pictures that stand alone. */
import { inline } from '../../../lib/art/sprite.ts';
import file from './symbols.svg?raw';

inline(file);

export const FEATURE_SYMBOLS = [...file.matchAll(/<symbol id="ko-(?!sun)[\s\S]*?<\/symbol>/g)]
  .map(([symbol]) => symbol)
  .join('');
