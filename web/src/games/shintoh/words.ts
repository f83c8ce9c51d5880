/** What this board says of itself; everything of the game is in its own catalogue (`words.toml`). */
import type { Words } from '../../lib/board.ts';

export const words = {
  // Zones and people.
  others: { en: 'The other players', ja: 'ほかの人' },
  table: { en: 'The table', ja: '場' },
  my_things: { en: 'My things', ja: '自分の場' },
  you: { en: 'you', ja: 'あなた' },
  bot: { en: 'bot', ja: 'ボット' },
  away: { en: 'away', ja: '離席中' },
  acts: { en: 'to act', ja: '手番' },

  // The table.
  none_left: { en: 'none left', ja: 'なし' },
  legend: { en: 'Grey: not seen yet. Crest: who owns it.', ja: '灰色：未登場　紋：持ち主' },

  // The question panel.
  choose_cards: { en: 'Your hand', ja: '手札' },
  chosen_of: { en: '{count} chosen', ja: '{count}枚選択' },
  not_offered: { en: 'not now', ja: '今は選べません' },
  take_off: { en: 'One {kind} less', ja: '{kind}を1枚戻す' },
  totals_lower: { en: 'Lower totals', ja: '小さい合計' },
  totals_higher: { en: 'Higher totals', ja: '大きい合計' },
  keep_on: { en: 'Stay in', ja: '続ける' },
  not_now: { en: 'Not now', ja: '今は使わない' },
  pick_first: { en: 'Choose a card', ja: 'カードを選ぶ' },
  target_first: { en: 'Choose a player', ja: '相手を選ぶ' },

  // The role card.
  read_roles: { en: 'Read it', ja: '読む' },
  roles_legend: { en: 'Ring: yours. Struck: in other hands.', ja: '輪：自分　斜線：ほかの人' },

  // The end.
  counting: { en: 'The gods are counted', ja: '神々を数えます' },
  show_all: { en: 'Show the result', ja: '結果を見る' },
} satisfies Words;
