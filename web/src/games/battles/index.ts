import type { GameModule } from '../index.ts';
import emblem from './art/emblem.svg';
import poster from './art/poster.svg';

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
  board: () => import('./Board.svelte'),
  cards: () => import('./Cards.svelte'),
  lesson: () => import('./Lesson.svelte'),
} satisfies GameModule;
