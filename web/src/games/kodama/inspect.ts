/** What this board knows of a thing: what stands on it, and how it is now. */
import { playersOf, say, type Seat } from '../../lib/board.ts';
import type { Described } from '../../lib/scene.svelte.ts';
import type { Scene } from './scene.svelte.ts';
import type { Player } from './table.ts';

const TELLS: Record<string, (scene: Scene, id: string) => Described | null> = {
  card,
  kodama,
  decree,
  term,
  tree,
  seat: tree,
  hand,
};

export function describe(scene: Scene, thing: string): Described | null {
  const [of, id] = thing.split(':');
  return TELLS[of]?.(scene, id) ?? null;
}

/** A branch or a trunk: its icons, and where it lies. */
function card(scene: Scene, id: string): Described | null {
  if (!scene.gallery.faces.has(id)) return null;
  const owner = playersOf<Player>(scene.view).find(({ tree }) => tree.some((one) => one.card === id));
  const lying = owner?.tree.find((one) => one.card === id);
  const state: string[] = [];
  if (owner && lying) {
    state.push(scene.w('mat', { name: scene.called(owner.seat) }));
    if (lying.end && lying.parent !== null) state.push(scene.W('end_card'));
    if (lying.near && lying.parent !== null) state.push(scene.W('near_card'));
  } else if (scene.view.display.includes(id)) state.push(scene.W('display'));
  else if (scene.view.removed.includes(id)) state.push(scene.W('removed'));
  return { text: [scene.icons(id)], state, rules: ['KO-SCORE-05'] };
}

function kodama(scene: Scene, id: string): Described | null {
  const found = scene.findSpirit(id);
  if (!found) return null;
  const mine = scene.hand.find((one) => one.kodama === id);
  const scored = playersOf<Player>(scene.view).flatMap((player) =>
    player.scored.filter((one) => one.kodama === id).map((one) => ({ ...one, seat: player.seat })),
  );
  const holds = playersOf<Player>(scene.view).find((player) => player.hand?.includes(id));
  return {
    text: [say(found.text, scene.lang)],
    state: [
      ...(mine ? [scene.W('now', { points: scene.points(mine.points) })] : []),
      ...(holds && holds.seat !== scene.view.seat ? [scene.w('held_by', { name: scene.called(holds.seat) })] : []),
      ...scored.map(({ seat, season, points }) =>
        scene.w('scored_by', { name: scene.called(seat), season: scene.w(season), points: scene.points(points) }),
      ),
    ],
    rules: ['KO-KOD-03'],
  };
}

function decree(scene: Scene, id: string): Described | null {
  const found = scene.gallery.decree_cards.find((one) => one.id === id);
  if (!found) return null;
  const state = [say(found.season, scene.lang), ...(scene.view.decree === id ? [scene.w('in_force')] : [])];
  return { text: [say(found.text, scene.lang)], state, rules: ['KO-DEC-03'] };
}

/** How many of a feature there are on the trees and in the deck. */
function term(scene: Scene, id: string): Described | null {
  if (!(id in scene.view.unseen)) return null;
  const trees = playersOf<Player>(scene.view).map((player) => `${scene.called(player.seat)} ${player.icons[id] ?? 0}`);
  return {
    text: [],
    state: [
      scene.w('on_trees', { counts: trees.join(scene.w('list_and')) }),
      `${scene.W('unseen')}: ${scene.view.unseen[id]}`,
    ],
  };
}

/** Kodama that nobody else may see. */
function hand(scene: Scene, id: string): Described | null {
  const player = scene.view.players[id as Seat];
  if (!player) return null;
  const state = [`${scene.called(player.seat)}: ${scene.w('hand_count', { count: player.hand_size })}`];
  return { title: scene.W('hand'), text: [], state, rules: ['KO-KOD-02', 'KO-KOD-03'] };
}

/** A player: the tree, the points and where they come from, and the Kodama that are known. */
function tree(scene: Scene, id: string): Described | null {
  const player = scene.view.players[id as Seat];
  if (!player) return null;
  const { base, decree, kodama } = player.points.sums;
  const known = (player.hand ?? []).map((one) => scene.spiritName(one));
  return {
    title: scene.named(player.seat),
    text: [],
    state: [
      `${scene.points(player.score)}: ${scene.w('base_points')} ${base}, ${scene.w('decree_points')} ${decree}, ${scene.w('kodama_points')} ${kodama}`,
      ...player.scored.map((one) => `${scene.w(one.season)}: ${scene.spiritName(one.kodama)}, ${scene.points(one.points)}`),
      `${scene.W('hand')}: ${known.join(scene.w('list_and')) || player.hand_size}`,
      `${scene.W('trunk')}: ${scene.w(player.feature)}`,
    ],
  };
}
