import { playersOf } from '../../lib/board.ts';
import type { GameModule } from '../index.ts';
import emblem from './art/emblem.svg';
import poster from './art/poster.svg';
import type { View } from './table.ts';

export default {
  blurb: {
    en: 'Raise shrines in four villages. Every round the board turns and you face the next.',
    ja: '四つの村に社を建てます。毎ラウンド盤が回り、次の村と向き合います。',
  },
  poster,
  emblem,
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
  progress: (view: View) => ({
    now: view.year,
    of: view.years,
    word: 'year_of',
  }),
  standing: (view: View) => playersOf(view).map(({ seat, vp }) => ({ seat, value: vp })),
  board: () => import('./Layout.svelte'),
  gallery: () => import('./gallery.ts').then((faces) => faces.fetchGallery()),
  cards: () => import('./Cards.svelte'),
  lesson: () => import('./Lesson.svelte'),
} satisfies GameModule;
