import { playersOf } from '../../lib/board.ts';
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
  study: {
    learn: { en: 'Learn the roles', ja: '役を覚える' },
    open: {
      en: 'Roles with their gods and stories. In a closed game you then know them by heart.',
      ja: '役の神々とその物語です。伏せた役カードでも、覚えていれば遊べます。',
    },
    closed: {
      en: 'Which gods belong together is not shown here: in a game it pays to know it by heart.',
      ja: 'どの神が組になるかは示しません。覚えていることが点になるゲームだからです。',
    },
  },
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
  standing: (view: View) => playersOf(view).map(({ seat, points }) => ({ seat, value: points })),
  board: () => import('./Layout.svelte'),
  gallery: (study: boolean) => import('./gallery.ts').then((faces) => faces.fetchGallery(study)),
  reads: (view: View) => view.roles.some((role) => role.members),
  cards: () => import('./Cards.svelte'),
  lesson: () => import('./Lesson.svelte'),
} satisfies GameModule;
