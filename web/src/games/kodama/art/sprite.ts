/** The features, the sun and the spirits of the lesson, put into the page once; and as text, for pictures that stand alone. */
import { inline } from '../../../lib/art/sprite.ts';
import file from './symbols.svg?raw';

inline(file);

export const FEATURE_SYMBOLS = [...file.matchAll(/<symbol id="ko-(?!sun|spirit)[\s\S]*?<\/symbol>/g)]
  .map(([symbol]) => symbol)
  .join('');

/** The ground on which each feature is drawn, so that its disc is told apart from afar. */
export const TINTS: Record<string, string> = {
  caterpillar: '#e6f0d2',
  cloud: '#e2eef3',
  firefly: '#fff1bf',
  flower: '#fbe0e8',
  mushroom: '#f8ddd2',
  star: '#dde6f5',
};
