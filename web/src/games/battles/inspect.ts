/** What this board knows of a thing: what stands on it, and how it is now. */
import { playersOf, type Seat } from '../../lib/board.ts';
import type { Described } from '../../lib/scene.svelte.ts';
import type { Scene } from './scene.svelte.ts';
import type { SeatView } from './view.ts';

const TELLS: Record<string, (scene: Scene, id: string) => Described | null> = {
  card,
  god: (scene, id) => object(scene, 'god', id),
  temple: (scene, id) => object(scene, 'temple', id),
  seat,
  term,
};

export function describe(scene: Scene, thing: string): Described | null {
  const [of, id] = thing.split(':');
  return TELLS[of]?.(scene, id) ?? null;
}

const players = (scene: Scene) => playersOf<SeatView>(scene.view);

/** A card; its face shows what it does. */
function card(scene: Scene, id: string): Described | null {
  const found = scene.card(id);
  if (!found) return null;
  const { view, w } = scene;
  const piles = [...view.hall.warriors, ...view.hall.artifacts, ...view.hall.disciples];
  const pile = piles.find((one) => one?.card === id);
  const owner = players(scene).find((one) => one.god === id || one.temple === id);
  return {
    title: '', // it stands on the face
    text: [],
    state: [
      ...(owner ? [scene.named(owner.seat)] : []),
      ...(pile ? [`${w('hall_of_heroes')}: ${w('copies', { count: pile.count })}, ${w('faith_word', { count: pile.price })}`] : []),
    ],
  };
}

function object(scene: Scene, of: 'god' | 'temple', id: string): Described | null {
  const owned = scene.view.players[id as Seat]?.[of];
  if (!owned) return null;
  const energy = scene.energyOf(`${of}:${id}`);
  return {
    title: '',
    text: [],
    state: [scene.named(id as Seat), ...(energy === null ? [] : [scene.w('energy_word', { count: energy })])],
    rules: [of === 'god' ? 'KB-GLO-25' : 'KB-GLO-43', 'KB-GLO-22'],
  };
}

/** A player: god, temple, and how many cards they have where. */
function seat(scene: Scene, id: string): Described | null {
  const player = scene.view.players[id as Seat];
  if (!player) return null;
  const { w } = scene;
  const temple = player.temple ? `${scene.name(player.temple)}: ${w('energy_word', { count: player.temple_energy })}` : '';
  return {
    title: scene.named(player.seat),
    text: [],
    state: [
      ...(player.god ? [`${scene.name(player.god)}: ${w('energy_word', { count: player.energy })}`] : []),
      ...(temple ? [temple] : []),
      w('counts_long', { hand: player.hand_size, deck: player.deck_size, discard: player.discard.length }),
      ...(player.known.length > 0 && player.seat !== scene.view.seat
        ? [`${w('known_hand')}: ${player.known.map((one) => scene.name(one)).join(w('list_and'))}`]
        : []),
    ],
  };
}

/** Counters and common places, with their numbers of now. */
function term(scene: Scene, id: string): Described | null {
  const { view, w } = scene;
  const counts: Record<string, () => string> = {
    faith_points: () => w('faith_word', { count: view.faith }),
    chaining_colours: () => view.colours.map(scene.word).join(w('list_and')) || w('nothing'),
    chain: () => view.chain.map((one) => scene.name(one)).join(w('list_and')) || w('nothing'),
    warrior_deck: () => w('copies', { count: view.warrior_deck.size }),
    artifact_deck: () => w('copies', { count: view.artifact_deck.size }),
    netherworld: () => view.netherworld.map((one) => scene.name(one.card)).join(w('list_and')) || w('nothing'),
    round: () => `${view.round}`,
  };
  return counts[id] ? { text: [], state: [counts[id]()] } : null;
}
