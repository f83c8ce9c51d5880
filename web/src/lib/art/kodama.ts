import './crests.ts';
import { inline } from './sprite.ts';
import file from './kodama.svg?raw';

inline(file);

export const FEATURES = ['caterpillar', 'cloud', 'firefly', 'flower', 'mushroom', 'star'];

/** The ground on which each feature is drawn, so that its disc is told apart from afar. */
export const TINTS: Record<string, string> = {
  caterpillar: '#e6f0d2',
  cloud: '#e2eef3',
  firefly: '#fff1bf',
  flower: '#fbe0e8',
  mushroom: '#f8ddd2',
  star: '#dde6f5',
};
