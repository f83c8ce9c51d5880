/** What this board says beyond the game's own catalogue (`words.toml`). */
import type { Words } from '../../lib/board.ts';

export const words = {
  // Zones and people.
  table_zone: { en: 'The board', ja: 'ボード' },
  my_things: { en: 'My kami', ja: '自分の神様' },
  others: { en: 'Goal, influence and players', ja: '目標・影響力・ほかの人' },
  players: { en: 'Players', ja: '参加者' },
  away: { en: 'away', ja: '離席中' },

  // The board.
  disc: {
    en: 'The round board; {village} lies in front',
    ja: '円形のボード。手前は{village}',
  },
  space_name: { en: '{village} {cell}, {type}', ja: '{village}{cell}、{type}' },
  empty: { en: 'empty', ja: '空き' },
  piece_of: { en: '{piece} of {owner}', ja: '{owner}の{piece}' },
  my_piece: { en: 'your {piece}', ja: 'あなたの{piece}' },
  under_fear: { en: 'under Fear', ja: '恐れつき' },
  would_complete: { en: 'would complete the goal', ja: '目標が完成します' },
  turn_order: { en: 'This round', ja: 'このラウンド' },
  next_round: { en: 'Next round', ja: '次のラウンド' },
  next_front: { en: 'you face {village}', ja: 'あなたの前は{village}' },
  next_taker: { en: '{name} faces {village}', ja: '{village}は{name}の前へ' },
  next_nobody: { en: 'nobody faces {village}', ja: '{village}の前は空席' },
  year_ends: { en: 'The year ends with this round.', ja: 'このラウンドで年が終わります。' },
  round_of: { en: 'round {number}/{count}', ja: 'ラウンド{number}/{count}' },
  north: { en: 'Fixed north', ja: '北を固定' },
  north_help: {
    en: 'The board stays still; the seats walk around it.',
    ja: 'ボードは回さず、席の印が回ります。',
  },
  look_at: { en: 'Turn {village} to the front', ja: '{village}を手前に回す' },
  look_back: { en: 'Turn back', ja: '元に戻す' },
  offered_here: { en: '{count} options', ja: '選択肢{count}' },

  // My sheet.
  cubes_left: { en: '{count} left', ja: '残り{count}' },
  cubes_name: { en: '{count} of {all} action cubes left', ja: 'アクションキューブ残り{count}／{all}' },
  shrines_left: { en: '{count} shrines in supply', ja: '手元の祠{count}' },
  add_remove: { en: 'Add or Remove', ja: '置く・取り除く' },
  add_remove_help: {
    en: 'One shrine in a current village, 1 cube each',
    ja: '現在の村で祠1つ、1回キューブ1個',
  },
  used_of: { en: '{count} of {all} used', ja: '{all}回中{count}回' },
  ability_used_tag: { en: 'used', ja: '使用済み' },
  ability_cubes: { en: 'too few cubes', ja: 'キューブ不足' },
  ability_idle: { en: 'no effect now', ja: '今は効果なし' },
  cost_of: { en: 'costs {count}', ja: 'キューブ{count}個' },
  would_score: { en: 'The year end would score {vp} VP', ja: '年末に{vp}点' },
  lower_favor: { en: 'Favor is lower', ja: '信仰が低い' },
  lower_nature: { en: 'Nature is lower', ja: '自然が低い' },
  lower_even: { en: 'Both are even', ja: '同じ高さ' },
  track_name: { en: '{track} {count}', ja: '{track}{count}' },
  tokens_title: { en: 'Village tokens · set: 6 VP', ja: '村トークン・4種そろうと6点' },
  rage_charged_tag: { en: 'Rage: charged', ja: '怒り：たまっている' },
  rage_calm_tag: { en: 'Rage: calm', ja: '怒り：静か' },
  fear_home: { en: 'Fear: on the sheet', ja: '恐れ：シートの上' },
  fear_out: { en: 'Fear: on the board', ja: '恐れ：ボードの上' },
  seeds_left: { en: '{count} Seeds', ja: '種{count}' },
  moon_at: { en: 'Moon: {village} counts as current, too', ja: '月：{village}も現在の村' },
  my_villagers: { en: 'Villagers', ja: '村人' },

  // The goal and the influence.
  goal_of: { en: 'Goal of Year {year}', ja: '{year}年目の目標' },
  goal_or: { en: 'or', ja: 'または' },
  goal_one: { en: '1 missing: {cells}', ja: 'あと1つ：{cells}' },
  goal_done: { en: 'done this turn', ja: 'この手番で達成' },
  goal_far: { en: 'No village lacks just one shrine.', ja: 'あと1つで完成する村はありません。' },
  influence_title: { en: 'Influence · longest chain', ja: '影響力・最長のつながり' },
  holds_temple: { en: 'holds the temple', ja: '寺を持つ' },
  decides_tie: { en: '{name} would decide ties', ja: '同点は{name}が決めます' },
  nobody_here: { en: 'nobody yet', ja: 'まだなし' },
  scores_now: { en: 'scores {vp} now', ja: '今なら{vp}点' },
  villagers_count: { en: '{count} villagers', ja: '村人{count}' },

  // The question panel.
  choose_space: { en: 'Choose a space', ja: 'マスを選ぶ' },
  act_help: {
    en: 'Choose a space to add or remove a shrine, or an ability of your sheet.',
    ja: 'マスを選んで祠を置くか取り除く、またはシートの能力を選びます。',
  },
  choose_card: { en: 'Choose a villager', ja: '村人を選ぶ' },
  choose_kami: { en: 'Choose a kami', ja: '神様を選ぶ' },
  cause: { en: '{name}: {text}', ja: '{name}：{text}' },
  moved_from: { en: 'The shrine leaves {space}.', ja: '{space}の祠を移します。' },
  act_help_empty: {
    en: 'You have no shrines left: remove one, use an ability, or spend a cube for nothing.',
    ja: '手元に祠がありません。取り除くか、能力を使うか、何もせずキューブを使います。',
  },
  kami_secret: {
    en: 'Nobody sees your choice until everybody has chosen.',
    ja: '全員が選ぶまで、あなたの選択は見えません。',
  },
  kami_waits: { en: 'The others are choosing.', ja: 'ほかの人が選んでいます。' },

  // The draft.
  draft_title: { en: 'Villagers of {village}', ja: '{village}の村人' },
  draft_order: { en: 'Influence decides the order', ja: '影響力の順に取ります' },
  draft_yours: { en: 'You see {count} villagers', ja: '村人{count}枚が見えます' },
  draft_hidden: {
    en: '{name} looks at {count} villagers, hidden from you.',
    ja: '{name}が{count}枚を見ています。あなたには見えません。',
  },
  draft_claim: { en: '{card} claims:', ja: '「{card}」の効果：' },
  took: { en: 'took {card}', ja: '{card}を取得' },
  took_one: { en: 'took a villager', ja: '村人を取得' },
  chooses_now: { en: 'chooses', ja: '選択中' },

  // The fox.
  fox_strikes: { en: 'Strikes {village} after this round', ja: 'このラウンドの終わりに{village}へ' },
  fox_last: { en: 'Last card: {card}, in {village}', ja: '前回：{card}、{village}' },
  fox_cards: { en: 'Cards gone: {used}, left: {left}', ja: '使用{used}枚、残り{left}枚' },
  fox_supply: { en: '{count} shrines in supply', ja: '手元の祠{count}' },
  fox_again: { en: 'Show again', ja: 'もう一度見る' },

  // The end of a year and of the game.
  year_over: { en: 'Year {year} is over', ja: '{year}年目が終わりました' },
  year_help: {
    en: 'Each scored the lower of Favor and Nature; both tracks start again at 0.',
    ja: '信仰と自然の低い方が点になり、両方とも0に戻ります。',
  },
  next_goal: { en: 'The goal of Year {year} is {goal}.', ja: '{year}年目の目標は「{goal}」です。' },
  fourth_cube: { en: 'Everybody now has {count} cubes a turn.', ja: '手番ごとのキューブは{count}個になります。' },
  go_on: { en: 'Begin Year {year}', ja: '{year}年目を始める' },
  this_year: { en: 'this year', ja: 'この年' },
  total: { en: 'Total', ja: '合計' },
  tracks_row: { en: 'Tracks, Year {year}', ja: '{year}年目の得点' },
  sets_row: { en: 'Sets of four tokens, 6 each', ja: '4種のセット、各6点' },
  sets_detail: { en: '{count} × 6', ja: '{count}×6' },
  tokens_row: { en: 'Village tokens left, 1 each', ja: '残った村トークン、各1点' },
  villagers_row: { en: 'Villagers, halves rounded down', ja: '村人（端数切り捨て）' },
  tie_rows: { en: 'Ties are broken by', ja: '同点のとき' },
  tie_tokens: { en: 'village tokens', ja: '村トークン' },
  tie_temples: { en: 'temples', ja: '寺' },
  tie_peasants: { en: 'Peasants', ja: '百姓' },
  ahead: { en: '{count} VP ahead of {name}.', ja: '{name}に{count}点差。' },
  by_tie: { en: 'Level with {name}; the tie-break decides.', ja: '{name}と同点。順位決めで決まりました。' },
  counting: { en: 'The years are counted', ja: '年ごとに数えます' },
  score_sheet: { en: 'Scoring sheet', ja: '得点表' },

  // The tabs of a phone.
  tab_board: { en: 'Board', ja: 'ボード' },
  tab_kami: { en: 'Kami', ja: '神様' },
  tab_goal: { en: 'Goal', ja: '目標' },
  tab_players: { en: 'Players', ja: '参加者' },
  tab_draft: { en: 'Draft', ja: '村人' },
  kanji_year: { en: '{kanji}年', ja: '{kanji}年' },
} satisfies Words;
