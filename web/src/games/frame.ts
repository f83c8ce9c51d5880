/** What the frame around a board (bar, sounds) knows of each game; everything has a default. */

import type { TableEvent } from '../lib/board.ts';
import type { Sound } from '../lib/sound.ts';

export interface Progress {
  now: number;
  of: number;
  /** A word of the game's catalogue with `{number}` and `{count}`. */
  word: string;
}

interface GameFrame {
  progress?(view: any): Progress | null;
  sounds: Record<string, Sound>;
}

const SHARED_SOUNDS: Record<string, Sound> = { undone: 'back' };

const FRAMES: Record<string, GameFrame> = {
  shintoh: {
    progress: (view) => ({ now: view.competition, of: view.competitions, word: 'competition_of' }),
    sounds: {
      card_added: 'lay',
      passed: 'pass',
      god_won: 'bell',
      pile_reshuffled: 'riffle',
      mirror_swapped: 'riffle',
      treasure_used: 'bell',
      jewel_drew: 'lay',
      sword_stole: 'lay',
    },
  },
  kodama: {
    progress: (view) => ({ now: view.round, of: view.rounds, word: 'round_of' }),
    sounds: {
      grown: 'lay',
      deck_card_taken: 'lay',
      fallow: 'pass',
      decree_revealed: 'riffle',
      season_bonus: 'bell',
      kodama_scored: 'bell',
    },
  },
  kamisama: {
    progress: (view) => ({ now: view.year, of: view.years, word: 'year_of' }),
    sounds: {
      shrine_added: 'lay',
      seed_placed: 'lay',
      shrine_moved: 'lay',
      shrines_swapped: 'riffle',
      piece_removed: 'back',
      token_taken: 'bell',
      set_scored: 'bell',
      rage_used: 'drum',
      kitsune_revealed: 'drum',
      board_turned: 'creak',
      villagers_drawn: 'riffle',
      villager_taken: 'lay',
    },
  },
  battles: {
    sounds: {
      played: 'lay',
      recruited: 'lay',
      attacked: 'drum',
      reacted: 'drum',
      passed: 'pass',
      reshuffled: 'riffle',
      hall_shuffled: 'riffle',
      eliminated: 'bell',
      sealed: 'bell',
      temple_destroyed: 'creak',
    },
  },
};

export function progressOf(game: string, view: any): Progress | null {
  return FRAMES[game]?.progress?.(view) ?? null;
}

export function soundOf(game: string, event: TableEvent): Sound | undefined {
  return FRAMES[game]?.sounds[event.event] ?? SHARED_SOUNDS[event.event];
}
