/** What this board says of itself; everything of the game is in its own catalogue (`words.toml`). */
import type { Words } from '../../lib/board.ts';

export const words = {
  // Zones and people.
  table_zone: { en: 'The board', ja: 'ボード' },
  my_things: { en: 'My kami', ja: '自分の神様' },
  others: { en: 'Goal, influence and players', ja: '目標・影響力・ほかの人' },
  players: { en: 'Players', ja: '参加者' },
  away: { en: 'away', ja: '離席中' },

  // The board.
  north: { en: 'Fixed north', ja: '北を固定' },
  north_help: {
    en: 'The board stays still; the seats walk around it.',
    ja: 'ボードは回さず、席の印が回ります。',
  },
  look_at: { en: 'Turn {village} to the front', ja: '{village}を手前に回す' },
  look_back: { en: 'Turn back', ja: '元に戻す' },
  offered_here: { en: '{count} options', ja: '選択肢{count}' },

  // The question panel.
  choose_space: { en: 'Choose a space', ja: 'マスを選ぶ' },
  choose_card: { en: 'Choose a villager', ja: '村人を選ぶ' },
  choose_kami: { en: 'Choose a kami', ja: '神様を選ぶ' },

  // The fox.
  fox_again: { en: 'Show again', ja: 'もう一度見る' },

  // The end of a year and of the game.
  go_on: { en: 'Begin Year {year}', ja: '{year}年目を始める' },
  counting: { en: 'The years are counted', ja: '年ごとに数えます' },
  score_sheet: { en: 'Scoring sheet', ja: '得点表' },

  // The tabs of a phone.
  tab_board: { en: 'Board', ja: 'ボード' },
  tab_players: { en: 'Players', ja: '参加者' },
  kanji_year: { en: '{kanji}年', ja: '{kanji}年' },

  // What is looked at.
  plays_kami: { en: '{name} is this kami.', ja: '{name}の神様です。' },
  owned_by: { en: '{name} has this card.', ja: '{name}のカードです。' },
  from_village: { en: '{village} village', ja: '{village}の村人' },
  in_current: { en: 'in your current village', ja: 'あなたの現在の村' },
  not_current: { en: 'not in your current village', ja: 'あなたの現在の村ではありません' },
  tokens_and_deck: { en: '{tokens} village tokens and {cards} villagers left', ja: '村トークン残り{tokens}、村人残り{cards}' },
} satisfies Words;
