/** What this board says of itself; everything of the game is in its own catalogue (`words.toml`). */
import type { Words } from '../../lib/board.ts';

export const words = {
  // Zones.
  others: { en: 'The other trees', ja: 'ほかの人の木' },
  all_trees: { en: 'The trees', ja: 'みんなの木' },
  mat: { en: 'The tree of {name}', ja: '{name}の木' },
  my_tree: { en: 'Your tree', ja: 'あなたの木' },
  back_mine: { en: 'Back to my tree', ja: '自分の木へ' },
  tree_list: { en: 'The cards of this tree', ja: 'この木のカード' },

  // Tools of the mat.
  values: { en: 'Values', ja: '点を表示' },
  fit: { en: 'Fit', ja: '全体' },
  larger: { en: 'Larger', ja: '拡大' },
  smaller: { en: 'Smaller', ja: '縮小' },
  turn_left: { en: 'Turn left 15°', ja: '左へ15°' },
  turn_right: { en: 'Turn right 15°', ja: '右へ15°' },

  // The card in hand.
  pick_help: {
    en: 'Drag a card onto bark, or take one and look through its places.',
    ja: 'カードを樹皮へ動かすか、1枚取って場所を順に見ます。',
  },
  grow_here: { en: 'Grow this card here?', ja: 'ここに育てますか' },
  not_here: { en: 'Not here yet', ja: 'ここには置けません' },
  next_place: { en: 'Next place ({now}/{of})', ja: '次の場所（{now}／{of}）' },
  next_free: { en: 'Show places ({of})', ja: '場所を見る（{of}）' },
  by_eye: { en: 'By eye', ja: '目で見る' },
  by_eye_help: {
    en: 'Points and places are not shown. Move and turn it until it looks right; once it is laid, it counts.',
    ja: '点も場所も表示されません。よいと思うところへ動かし、回してください。置いたときに点が決まります。',
  },
  tried: { en: 'Only tried, until it is your turn.', ja: 'ためしています。手番はまだです。' },
  tried_points: { en: 'Only tried: {points} on {onto}, as things are.', ja: 'ためしています：いまなら{onto}に{points}。' },
  put_back: { en: 'Put it back', ja: '戻す' },
  move_help: {
    en: 'Held card: drag it; turn with the wheel, Q and E or two fingers; N next place; Shift and arrows nudge it.',
    ja: '持ったカード：ドラッグで移動、ホイール・Q・E・二本指で回転、Nで次の場所、Shift＋矢印で微調整。',
  },

  // The Kodama Phase.
  choose_kodama: { en: 'Choose a Kodama', ja: 'コダマを選ぶ' },

  // The end.
  look_large: { en: 'Large', ja: '大きく' },
  frames: { en: 'How the tree is drawn', ja: '木の見せ方' },
  frames_none: { en: 'Tree alone', ja: '木だけ' },
  frames_cards: { en: 'Cards', ja: 'カード' },
  tree_before: { en: 'The tree before', ja: '前の木' },
  tree_next: { en: 'The next tree', ja: '次の木' },
  save_svg: { en: 'Save as SVG', ja: 'SVGで保存' },
  save_png: { en: 'Save as PNG', ja: 'PNGで保存' },
  save_of: { en: 'the tree of {name}', ja: '{name}の木' },
  picture_line: { en: 'Kodama on Kamiza · {count} points · {cards} branches', ja: 'カミザのコダマ・{count}点・枝{cards}枚' },

  // What is looked at.
  held_by: { en: 'in the hand of {name}', ja: '{name}の手札' },
  scored_by: { en: '{name}, {season}: {points}', ja: '{name}、{season}：{points}' },
  in_force: { en: 'in force now', ja: 'いま有効' },
  on_trees: { en: 'On the trees: {counts}', ja: '木の上：{counts}' },
} satisfies Words; // prettier-ignore
