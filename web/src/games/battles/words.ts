/** What this board says of itself; everything of the game is in its own catalogue (`words.toml`). */
import type { Words } from '../../lib/board.ts';

export const words = {
  // Regions and headings.
  table: { en: 'The table', ja: '場' },
  turn_panel: { en: 'The turn', ja: 'ターン' },
  others: { en: 'The other players', ja: 'ほかのプレイヤー' },
  mine: { en: 'Your god, temple and hand', ja: '自分の神・神殿・手札' },
  hand_title: { en: 'Your hand', ja: '手札' },
  reactions: { en: 'Reactions', ja: 'リアクト' },
  tab_turn: { en: 'Turn', ja: 'ターン' },
  tab_mine: { en: 'My god', ja: '自分の神' },
  tab_players: { en: 'Players', ja: '全員' },

  // Turn and phases.
  turn_of: { en: '{name}’s turn', ja: '{name}のターン' },
  your_turn: { en: 'Your turn', ja: '自分のターン' },

  // Chain.
  open_now: { en: 'open now', ja: '次に出せる色' },
  after_card: { en: 'After {card}', ja: '{card}のあと' },
  none_follows: { en: 'nothing of your hand', ja: '手札からは続きません' },

  // Cards.
  copies: { en: '{count} in the pile', ja: '山に{count}枚' },
  count_of: { en: '{count} of them', ja: '{count}枚' },
  no_temples: { en: 'No temples at this table: not used.', ja: 'この場に神殿はないため、使いません。' },
  not_now: { en: 'not now', ja: '今は不可' },
  affordable: { en: 'affordable', ja: '雇える' },
  empty_pile: { en: 'empty pile', ja: '山なし' },

  // Players.
  counts_short: { en: '{hand} / {deck} / {discard}', ja: '{hand}/{deck}/{discard}' },
  see_cards: { en: 'Cards of {name}', ja: '{name}のカード' },
  my_cards: { en: 'Your cards', ja: '自分のカード' },
  you: { en: 'you', ja: '自分' },
  bot: { en: 'bot', ja: 'ボット' },
  away: { en: 'away', ja: '離席' },
  plays_now: { en: 'turn', ja: '手番' },
  is_asked: { en: 'asked', ja: '回答中' },

  // The reaction column.
  you_asked: { en: 'You are asked', ja: '自分に尋ねています' },
  seat_asked: { en: '{name} is asked', ja: '{name}に尋ねています' },
  more_below: { en: '{count} more below', ja: 'ほかに{count}件' },

  // Questions.
  passing: { en: 'You hold no answer: the table passes for you.', ja: '使えるリアクトがないため、自動でパスします。' },
  passing_off: { en: 'Switched off: the table passes for you.', ja: '設定により自動でパスします。' },
  hint_PLAY: {
    en: 'Cards with a red ring can be played now. Tap one to read it.',
    ja: '赤い枠のカードを今出せます。選ぶと内容が読めます。',
  },
  hint_RECRUIT: {
    en: 'Choose a card of the Hall. It goes on top of your deck.',
    ja: '英雄の間から選びます。山札の上に置かれます。',
  },

  // Answers.
  choose_card: { en: 'Choose a card', ja: 'カードを選ぶ' },
  second_question: { en: 'At this price?', ja: 'この代償でよいですか' },
  second_yes: { en: 'Use it', ja: '使う' },
  second_no: { en: 'Back', ja: '戻る' },
  pass_turn: { en: 'Pass for this turn', ja: 'このターンはパス' },

  // Overlays.
  nothing_there: { en: 'Nothing there.', ja: 'ありません。' },

  // Reaction switches.
  switches: { en: 'Reactions', ja: 'リアクト設定' },
  switches_title: { en: 'When to ask me', ja: '尋ねる場面' },
  switches_help: {
    en: 'Where a switch is off the table passes for you, after the usual pause. Nobody can tell.',
    ja: '切った項目は自動でパスします。間の長さは同じなので、ほかの人には区別できません。',
  },
  switch_always: { en: 'Ask me for everything, even when I hold no answer', ja: '答えがないときも必ず尋ねる' },
  switch_allies: { en: 'Allies only: do not ask me to protect the other team', ja: '味方だけを守る：相手チームの守護は尋ねない' },
  switch_triggers: { en: 'Ask me when', ja: '次のとき尋ねる' },
  switch_cards: { en: 'Ask me for these cards', ja: '次のカードで尋ねる' },
  switch_below: { en: 'Let Attacks through that cost me', ja: '次の攻撃は通す' },
  below_0: { en: 'none', ja: 'なし' },
  below_2: { en: '1', ja: '1' },
  below_3: { en: '2 or less', ja: '2以下' },
  below_4: { en: '3 or less', ja: '3以下' },

  // Commands: said whoever is asked.
  stops_title: { en: 'On my turn, ask me for Acts also', ja: '自分のターンでは次のときもアクトを尋ねる' },
  resign_no: { en: 'Play on', ja: '続ける' },

  // The end.
  end_rounds: { en: '{rounds} rounds, {turns} turns', ja: '{rounds}ラウンド、{turns}ターン' },
  energy_of_gods: { en: 'Energy of the gods', ja: '神々のエネルギー' },
  by_round: { en: 'by round · × a god falls', ja: 'ラウンドごと・×は脱落' },
  energy_from_to: { en: '{name}: from {from} to {to} Energy.', ja: '{name}：エネルギー{from}から{to}へ。' },
  turning_points: { en: 'Turning points', ja: '勝負どころ' },
  points_of_turns: { en: '{count} of {turns} turns', ja: '{turns}ターンのうち{count}' },
  is_hit: { en: '{god} is hit', ja: '{god}に命中' },
  falls: { en: '{god} falls', ja: '{god}が倒れる' },
  hit_by: { en: '{name} strikes with {card}: {left} Energy left.', ja: '{name}が{card}で攻撃。残りエネルギー{left}。' },
  hit_by_hall: { en: '{card} of the Hall strikes: {left} Energy left.', ja: '英雄の間の{card}が攻撃。残りエネルギー{left}。' },
  round_number: { en: 'round {round}', ja: 'ラウンド{round}' },
  no_blows: { en: 'No Attack hit a god.', ja: '神に届いた攻撃はありませんでした。' },
  dealt: { en: 'dealt', ja: '与えた損失' },
  taken: { en: 'taken', ja: '受けた損失' },
  best_chain: { en: 'best Chain', ja: '最長の連鎖' },
  place: { en: '{count}.', ja: '{count}位' },

  // What is looked at.
  counts_long: { en: 'hand {hand}, deck {deck}, discard pile {discard}', ja: '手札{hand}・山札{deck}・捨て札{discard}' },
} satisfies Words;
