import { playersOf } from '../../lib/board.ts';
import type { GameModule } from '../index.ts';
import emblem from './art/emblem.svg';
import poster from './art/poster.svg';
import type { View } from './table.ts';

export default {
  blurb: {
    en: 'Grow one tree, branch by branch, and make it a home the spirits like.',
    ja: '枝を一本ずつ伸ばして木を育て、精霊の住みかにします。',
  },
  poster,
  emblem,
  sounds: {
    grown: 'lay',
    deck_card_taken: 'lay',
    fallow: 'pass',
    decree_revealed: 'riffle',
    season_bonus: 'bell',
    kodama_scored: 'bell',
  },
  progress: (view: { round: number; rounds: number }) => ({
    now: view.round,
    of: view.rounds,
    word: 'round_of',
  }),
  standing: (view: View) => playersOf(view).map(({ seat, score }) => ({ seat, value: score })),
  board: () => import('./Layout.svelte'),
  gallery: () => import('./gallery.ts').then((faces) => faces.fetchGallery()),
  cards: () => import('./Cards.svelte'),
  keepsake: () => import('./KeptTree.svelte'),
  lesson: () => import('./Lesson.svelte'),
} satisfies GameModule;
