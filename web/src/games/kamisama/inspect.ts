/** What this board knows of a thing: what stands on it, and how it is now. */
import { playersOf, type Seat, type Text } from '../../lib/board.ts';
import type { Described } from '../../lib/scene.svelte.ts';
import { VILLAGES, type VillageId } from './cards.ts';
import type { Scene } from './scene.svelte.ts';
import type { Player } from './table.ts';

const TELLS: Record<string, (scene: Scene, id: string) => Described | null> = {
  kami,
  ability,
  card,
  goal,
  village,
  space,
  seat,
  folk,
};

export function describe(scene: Scene, thing: string): Described | null {
  const [of, id] = thing.split(':');
  return TELLS[of]?.(scene, id) ?? null;
}

/** Who plays this kami, as far as it is known. */
function playerOf(scene: Scene, kami: string): Player | undefined {
  return playersOf<Player>(scene.view).find((player) => player.kami === kami);
}

function plays(scene: Scene, kami: string): string[] {
  const player = playerOf(scene, kami);
  return player ? [scene.w('plays_kami', { name: scene.called(player.seat) })] : [];
}

function kami(scene: Scene, id: string): Described | null {
  const found = scene.kami(id);
  if (!found) return null;
  const player = playerOf(scene, id);
  return {
    text: [
      `${scene.both(found.passive.name)}: ${scene.both(found.passive.text)}`,
      ...found.abilities.map(({ name, cost, text }) => {
        const price = scene.w('cost_of', { count: cost });
        return `${scene.both(name)} (${price}): ${scene.both(text)}`;
      }),
    ],
    state: [...plays(scene, id), ...(player ? tokensOf(scene, player) : [])],
  };
}

/** Moon, Seeds, Fear and Rage, where they are now. */
export function tokensOf(scene: Scene, player: Player): string[] {
  const { w } = scene;
  const holds = player.holds ?? {};
  const moon = scene.view.villages.find((village) => village.moon);
  const found: string[] = [];
  if (holds.moon !== undefined && moon) found.push(w('moon_at', { village: scene.villageName(moon.id) }));
  if (holds.seed !== undefined) found.push(w('seeds_left', { count: holds.seed }));
  if (holds.fear !== undefined) found.push(w(holds.fear ? 'fear_home' : 'fear_out'));
  if (holds.rage !== undefined) found.push(w(`rage_${holds.rage}_tag`));
  return found;
}

function ability(scene: Scene, id: string): Described | null {
  const [of, number] = id.split('.');
  const sheet = scene.kami(of);
  const n = Number(number);
  const found: { name: Text | string; text: Text | string; cost?: number } | undefined =
    n === 0 ? sheet?.passive : sheet?.abilities[n - 1];
  if (!sheet || !found) return null;
  const player = playerOf(scene, of);
  const acts = player !== undefined && scene.view.active === player.seat;
  const used = acts && (n === 0 ? scene.view.turn.passive_used : scene.view.turn.used.includes(n));
  const price = found.cost ? [scene.w('cost_of', { count: found.cost })] : [];
  return {
    text: [scene.both(found.text)],
    state: [...price, ...plays(scene, of), ...(used ? [scene.W('ability_used_tag')] : [])],
    rules: n === 0 ? ['KS-KAMI-01'] : ['KS-ACT-04', 'KS-ACT-08'],
  };
}

/** A villager, or a card of the Kitsune. */
function card(scene: Scene, id: string): Described | null {
  const villager = scene.villager(id);
  if (villager) {
    const owner = playersOf<Player>(scene.view).find((player) => player.villagers?.includes(id));
    const points = `${villager.points} ${scene.w('points')}`;
    const state = owner ? [scene.w('owned_by', { name: scene.called(owner.seat) })] : [];
    const village = scene.w('from_village', { village: scene.villageName(villager.village) });
    return { text: [scene.both(villager.text)], state: [points, village, ...state], rules: ['KS-DRF-03', 'KS-DRF-08'] };
  }
  const fox = scene.gallery.kitsune_cards.find((one) => one.id === id);
  return fox ? { text: [scene.both(fox.label)], state: [], rules: ['KS-KIT-04'] } : null;
}

function goal(scene: Scene, id: string): Described | null {
  const found = scene.gallery.goal_cards.find((one) => one.id === id);
  if (!found) return null;
  const isNow = scene.view.goal?.id === id;
  const near = scene.view.villages.filter((village) => village.completes);
  const state = near.map((village) => {
    const cells = village.completes.split(' ').map((one) => one.slice(3));
    return `${scene.villageName(village.id)}: ${scene.w('goal_one', { cells: cells.join(scene.w('list_and')) })}`;
  });
  return { text: [scene.both(found.text)], state: isNow ? state : [], rules: ['KS-GOAL-02', 'KS-GOAL-05'] };
}

function village(scene: Scene, id: string): Described | null {
  const found = scene.view.villages.find((one) => one.id === id);
  if (!found) return null;
  const { w } = scene;
  const ranking = found.ranking.map(({ seat, chain }) => `${scene.called(seat)} ${chain}`);
  return {
    text: [],
    state: [
      `${w('influence_title')}: ${ranking.join(w('list_and')) || w('nobody_here')}`,
      ...(found.decides ? [w('decides_tie', { name: scene.called(found.decides) })] : []),
      ...(found.faces ? [w('next_taker', { name: scene.called(found.faces), village: scene.villageName(found.id) })] : []),
      ...(found.moon ? [w('moon_at', { village: scene.villageName(found.id) })] : []),
      w('tokens_and_deck', { tokens: found.tokens, cards: found.deck }),
    ],
    rules: ['KS-INF-02', 'KS-INF-04', 'KS-GOAL-02'],
  };
}

function space(scene: Scene, id: string): Described | null {
  const found = scene.village(id.slice(0, 2) as VillageId);
  if (!found?.spaces[id.slice(3)]) return null;
  const piece = found.pieces[id.slice(3)];
  const isCurrent = scene.isCurrent(found.id);
  return {
    title: scene.spaceName(id),
    text: [],
    state: [
      scene.pieceName(piece),
      ...(!piece && scene.completes.has(id) ? [scene.w('would_complete')] : []),
      ...(scene.me ? [scene.w(isCurrent ? 'in_current' : 'not_current')] : []),
    ],
    rules: ['KS-DES-01'],
  };
}

/** The villagers of a player; face down before somebody else, only how many. */
function folk(scene: Scene, id: string): Described | null {
  const player = scene.view.players[id as Seat];
  if (!player) return null;
  const title = `${scene.W('villager_cards')}: ${scene.called(player.seat)}`;
  return { title, text: [], state: [scene.villagersOf(player)], rules: ['KS-DRF-03', 'KS-DRF-08'] };
}

/** A player: what they are, have and would score. */
function seat(scene: Scene, id: string): Described | null {
  const player = scene.view.players[id as Seat];
  if (!player) return null;
  const { w } = scene;
  const sheet = player.kami ? scene.kami(player.kami) : undefined;
  const held = VILLAGES.filter((one) => player.tokens[one] > 0);
  const tokens = held.map((one) => `${scene.villageName(one)} ×${player.tokens[one]}`);
  return {
    title: scene.named(player.seat),
    text: sheet ? [`${scene.both(sheet.name)}, ${scene.both(sheet.title)}`] : [],
    state: [
      `${player.vp} ${w('points')} · ${w('favor')} ${player.favor} · ${w('nature')} ${player.nature}`,
      w('would_score', { vp: player.would_score }),
      `${w('cubes_many', { count: player.cubes })} · ${w('shrines_left', { count: player.supply })}`,
      ...tokensOf(scene, player),
      ...(tokens.length > 0 ? [`${scene.W('village_tokens')}: ${tokens.join(w('list_and'))}`] : []),
      ...(player.villager_count > 0 ? [`${scene.W('villager_cards')}: ${scene.villagersOf(player)}`] : []),
    ],
  };
}
