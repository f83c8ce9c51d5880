import { playersOf } from '../../lib/board.ts';
import type { GameModule } from '../index.ts';
import emblem from './art/emblem.svg';
import poster from './art/poster.svg';
import type { BattlesView } from './view.ts';

export default {
  blurb: {
    en: 'Gather warriors, chain their colours and strike at the other gods.',
    ja: '戦士を集め、色をつなぎ、ほかの神に挑みます。',
  },
  poster,
  emblem,
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
  brief: ['passed', 'drew', 'reshuffled', 'turned_up', 'phase', 'cleared', 'turn_began'],
  standing: (view: BattlesView) => playersOf(view).map(({ seat, energy }) => ({ seat, value: energy })),
  board: () => import('./Layout.svelte'),
  gallery: () => import('./gallery.ts').then((faces) => faces.fetchGallery()),
  cards: () => import('./Cards.svelte'),
  lesson: () => import('./Lesson.svelte'),
} satisfies GameModule;
