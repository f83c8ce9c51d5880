import './crests.ts';
import { inline } from './sprite.ts';
import file from './games.svg?raw';

inline(file);

/** The emblems of the four games: `#game-shintoh` and so on. */
export const GAMES = ['shintoh', 'kamisama', 'kodama', 'battles'];
