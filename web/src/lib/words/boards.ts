/** What several boards say alike; a game's own words come first. */
import type { Words } from '../board.ts';

export const boards: Words = {
  watching: { en: 'Nobody is asked.', ja: '問いはありません。' },
  cancel: { en: 'Cancel', ja: 'やめる' },
  offered: { en: 'offered', ja: '選べます' },
  bot_plays: { en: 'a bot plays', ja: 'ボットが代行' },
  list_and: { en: ', ', ja: '・' },
  place_1: { en: '1st', ja: '1位' },
  place_2: { en: '2nd', ja: '2位' },
  place_3: { en: '3rd', ja: '3位' },
  place_4: { en: '4th', ja: '4位' },
  place_5: { en: '5th', ja: '5位' },
};
