import type { GameModule } from '../index.ts';
import emblem from './art/emblem.svg';
import poster from './art/poster.svg';
import type { View } from './table.ts';

export default {
  blurb: {
    en: 'Bid rice, sake and salt for eighteen gods. Know the myths by heart and they pay more.',
    ja: '米と酒と塩で十八柱の神を競ります。神話を覚えているほど点になります。',
  },
  poster,
  emblem,
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
  progress: (view: View) => ({
    now: view.competition,
    of: view.competitions,
    word: 'competition_of',
  }),
  board: () => import('./Board.svelte'),
  cards: () => import('./Cards.svelte'),
  lesson: () => import('./Lesson.svelte'),
} satisfies GameModule;
