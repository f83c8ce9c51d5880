/** What this board knows of a thing: what stands on it, and how it is now. */
import { say, type Seat } from '../../lib/board.ts';
import type { Described } from '../../lib/scene.svelte.ts';
import { KINDS, size } from './cards.ts';
import type { Scene } from './scene.svelte.ts';
import type { Player } from './table.ts';

const TELLS: Record<string, (scene: Scene, id: string) => Described | null> = {
  god,
  role,
  term,
  laid,
  seat: laid,
  hand,
};

export function describe(scene: Scene, thing: string): Described | null {
  const [of, id] = thing.split(':');
  return TELLS[of]?.(scene, id) ?? null;
}

function god(scene: Scene, id: string): Described | null {
  const found = scene.gallery.gods.find((one) => one.id === id);
  if (!found) return null;
  const line = found.text ?? found.story;
  return {
    title: scene.godLabel(id),
    text: line ? [say(line, scene.lang)] : [],
    state: [scene.whereLabel(id)],
    rules: found.points === null ? ['OF-TRE-01', 'OF-TRE-02'] : ['OF-SCORE-01'],
  };
}

/** A role and its value; who belongs to it only for those who may read it. */
function role(scene: Scene, id: string): Described | null {
  const seen = scene.view.roles.find((one) => one.id === id);
  if (!seen) return null;
  const members = seen.members?.map((one) => scene.godName(one)).join(scene.w('list_and'));
  return {
    text: members ? [members] : [],
    state: [scene.w('points_of', { points: seen.value })],
    rules: ['OF-ROLE-01', 'OF-ROLE-06'],
  };
}

/** Piles and offerings, with their numbers of now. */
function term(scene: Scene, id: string): Described | null {
  const kind = KINDS.find((one) => one === id);
  if (kind) {
    const mine = scene.me ? [scene.w('stack_name', { kind: scene.W(kind), influence: scene.influence[kind], count: scene.hand[kind] })] : [];
    return { text: [], state: mine.length > 0 ? mine : [scene.cardLabel(kind)] };
  }
  const { view, w } = scene;
  const counts: Record<string, () => string> = {
    offering_pile: () => w('pile_count', { pile: w('offering_pile'), count: view.offering_pile }),
    god_pile: () => w('pile_count', { pile: w('god_pile'), count: view.god_pile }),
    discard: () => w('pile_count', { pile: w('discard'), count: size(view.discard) }),
    harvest_card: () => (view.harvest ? scene.cardLabel(view.harvest) : w('empty')),
    total: () => w('to_beat', { bar: view.bar }),
    dealer: () => scene.named(view.dealer),
  };
  return counts[id] ? { text: [], state: [counts[id]()] } : null;
}

/** The hand of a player: what everybody could know of it. */
function hand(scene: Scene, id: string): Described | null {
  const player = scene.view.players[id as Seat] as Player | undefined;
  if (!player) return null;
  const { w } = scene;
  const known = player.known ? [w('tracked', { kinds: scene.kinds(player.known), count: player.unknown ?? 0 })] : [];
  return { title: scene.named(player.seat), text: [], state: [w('cards_in_hand', { count: player.hand_size }), ...known] };
}

/** A player: what lies before them. */
function laid(scene: Scene, id: string): Described | null {
  const player = scene.view.players[id as Seat] as Player | undefined;
  if (!player) return null;
  const { w } = scene;
  const gods = player.gods.map((one) => scene.godName(one)).join(w('list_and'));
  const kinds = scene.kinds(player.placed);
  return {
    title: scene.named(player.seat),
    text: [],
    state: [
      kinds ? w('laid_total', { kinds, total: player.total }) : w('nothing_laid'),
      w('cards_in_hand', { count: player.hand_size }),
      ...(gods ? [`${scene.W('god_cards')}: ${gods}`] : []),
      w(player.role_taken ? 'role_card_taken' : 'role_card_closed'),
    ],
  };
}

