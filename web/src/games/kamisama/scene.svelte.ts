/** What all parts of the board share: the view in words, and what is chosen or looked at. */
import type { Seat } from '../../lib/board.ts';
import { createContext } from 'svelte';
import type { Drop } from '../../lib/dragging.ts';
import { TableScene } from '../../lib/scene.svelte.ts';
import { recall, store } from '../../lib/storage.ts';
import { lastFoxPlay, looksOf, piecesDuring, type FoxLook, type FoxPlay } from './fox.ts';
import { indexOf } from './geometry.ts';
import { describe } from './inspect.ts';
import { words } from './words.ts';
import { VILLAGES, type Gallery, type Kami, type Party, type SpaceType, type Villager, type VillageId } from './cards.ts';
import type { View, Piece, Player, Preview, VillageView } from './table.ts';

export type Tab = 'board' | 'kami' | 'goal' | 'players';

const NORTH = 'kamiza.kamisama.north';
/** Questions that are answered on the board. */
const ON_BOARD: Record<string, string> = { AT: 'at', TO: 'to', SEED: 'seed', FEAR: 'fear' };

export interface YearSummary {
  year: number;
  rows: { seat: Seat; favor: number; nature: number; vp: number; villagers: string[] }[];
}

export class Scene extends TableScene<View, Gallery> {
  protected readonly words = words;
  override describe = (thing: string) => describe(this, thing);
  /** The move that lies ready to be sent. */
  pick = $state<string | null>(null);
  /** The move the pointer or the focus is on. */
  hovered = $state<string | null>(null);
  /** Something was carried to this space; where it goes needs no click. */
  #aim: string | null = null;
  /** A village turned to the front to look at it; null: as on the table. */
  look = $state<VillageId | null>(null);
  /** A phone shows one village at a time. */
  narrow = $state(false);
  /** The board stays still on the screen, the seats walk around it. */
  north = $state(recall<boolean>(NORTH, false));
  /** What a phone shows above the question panel. */
  tab = $state<Tab>('board');
  /** My cubes that are left: of this turn, or for the next one. */
  get cubesLeft(): number {
    const { me, view } = this;
    if (!me) return 0;
    return view.active === me.seat ? view.turn.cubes : me.cubes;
  }
  summary = $state.raw<YearSummary | null>(null);
  /** The fox's card while it is shown step by step: how many looks have happened. */
  foxShown = $state<number | null>(null);
  /** The rotation that is drawn; behind the view while the fox still acts. */
  rot = $state(0);

  // -- what is so ------------------------------------------------------------------------------

  /** The side of the table from which the board is seen. */
  get side(): number {
    return this.me?.side ?? 0;
  }
  /** Nobody has a kami yet. */
  get choosing(): boolean {
    return this.view.question === 'KAMI';
  }
  village(id: VillageId): VillageView {
    return this.view.villages[indexOf(id)];
  }
  /** The village in front of me; a spectator looks from the first side. */
  get front(): VillageId {
    return this.me?.front ?? this.view.villages.find((village) => village.side === 0)!.id;
  }
  isCurrent(id: VillageId): boolean {
    return this.me?.current.includes(id) ?? false;
  }

  // -- spaces ----------------------------------------------------------------------------------

  /** The listed move that concerns a space ("FI.c2"), if there is one. */
  moveAt = $derived.by(() => {
    const found = new Map<string, string>();
    if (this.asks) {
      for (const move of this.view.moves) {
        const space = move.slice(move.indexOf(' ') + 1);
        if (space[2] === '.') found.set(space, move);
      }
    }
    return found;
  });
  /** How many options lie in each village. */
  offeredIn(id: VillageId): number {
    return [...this.moveAt.keys()].filter((space) => space.startsWith(id)).length;
  }
  /** The village that a hint is about, if it names a space. */
  get hintedVillage(): VillageId | undefined {
    const id = this.table?.hint?.moves[0]?.match(/ ([A-Z]{2})\.[a-d]\d$/)?.[1];
    return VILLAGES.find((village) => village === id);
  }
  /** The village turned to the front: as asked for, or on a phone the first one with options. */
  turnedTo = $derived.by<VillageId | null>(() => {
    if (this.look || !this.narrow || this.moveAt.size === 0) return this.look;
    const isInFront = this.offeredIn(this.front) > 0;
    return isInFront ? null : (VILLAGES.find((village) => this.offeredIn(village) > 0) ?? null);
  });
  completes = $derived(
    new Set(this.view.villages.flatMap((village) => village.completes.split(' '))),
  );
  /** What to ask the rules about a space that is not offered. */
  whyAt(space: string, isTaken: boolean): string {
    const verb = this.asks ? ON_BOARD[this.view.question ?? ''] : undefined;
    return `${verb ?? (isTaken ? 'remove' : 'add')} ${space}`;
  }
  /** The move looked at most closely: under the pointer, else the chosen one. */
  get weighed(): string | null {
    return this.hovered ?? this.pick;
  }
  previewOf(move: string | null): Preview | null {
    return (move && this.view.preview[move]) || null;
  }
  /** The spaces where something of this name would happen by the move looked at. */
  foreseen(event: 'shrine_added' | 'piece_removed'): string[] {
    const events = this.previewOf(this.weighed)?.events ?? [];
    return events.filter((one) => one.event === event).map((one) => String(one.space));
  }
  /** Choose; a second time sends it. */
  choose(move: string): void {
    this.summary = null;
    if (this.pick === move) this.send(move);
    else this.pick = move;
  }
  send(move: string): void {
    if (!this.sent && this.can(move)) this.props.send([move]);
  }
  /** On a touch or a key: choose what is offered, or ask why not. */
  press(move: string): void {
    if (this.can(move)) this.choose(move);
    else this.props.why(move);
  }

  // -- carrying --------------------------------------------------------------------------------

  /** A shrine, a piece or an ability goes to a space, a villager to me. */
  override drops(thing: string): Drop[] {
    const [what, id] = thing.split(':');
    if (this.sent || !this.asks) return [];
    if (what === 'shrine') return this.#spaces((space) => this.#listed(`add ${space}`));
    if (what === 'ability') return this.can(`use ${id}`) ? this.#spaces(() => `use ${id}`) : [];
    if (what === 'villager') {
      const take = () => this.send(`take ${id}`);
      return this.can(`take ${id}`) ? [{ at: `[data-place="seat-${this.view.seat}"]`, take }] : [];
    }
    if (this.view.source === id) return this.#spaces((space) => this.#listed(`to ${space}`));
    return this.can(`at ${id}`) ? this.#spaces((space) => (space === id ? null : `at ${id}`)) : [];
  }
  #listed(move: string): string | null {
    return this.can(move) ? move : null;
  }
  /** The spaces at which a thing means a move; one that names no space is followed by the space. */
  #spaces(meaning: (space: string) => string | null): Drop[] {
    const all = this.view.villages.flatMap(({ id, spaces }) => Object.keys(spaces).map((cell) => `${id}.${cell}`));
    return all.flatMap((space) => {
      const move = meaning(space);
      if (!move) return [];
      const above = (isAbove: boolean) => (this.hovered = isAbove ? move : null);
      const take = () => {
        this.hovered = null;
        this.pick = move;
        this.#aim = move.endsWith(space) ? null : space;
        this.send(move);
      };
      return [{ at: `[data-space="${space}"]`, above, take }];
    });
  }
  /** The space that was meant, once one is asked for. */
  #aimed(): void {
    const space = this.#aim;
    if (!space || !this.asks) return;
    this.#aim = null;
    const move = this.moveAt.get(space);
    if (move) this.send(move);
    else if (this.moveAt.size > 0) this.props.why(this.whyAt(space, false));
  }

  /** A new question: nothing is chosen, unless there is nothing to choose between. */
  begin(): void {
    this.hovered = null;
    this.look = null;
    const { moves, question } = this.view;
    const isOne = this.asks && moves.length === 1 && question !== 'ACT';
    this.pick = isOne ? moves[0] : null;
    if (this.asks) this.tab = 'board';
    this.#aimed();
  }
  unchoose = (): void => {
    if (this.summary) this.summary = null;
    else if (this.foxShown !== null) this.foxShown = null;
    else if (this.look) this.look = null;
    else this.pick = null;
  };
  turnTo(id: VillageId): void {
    this.look = this.look === id ? null : id;
  }
  setNorth(fixed: boolean): void {
    this.north = fixed;
    store(NORTH, fixed);
  }

  // -- what happened ---------------------------------------------------------------------------

  /** What is being carried out: an ability, a passive, Vengeance, or a villager's claim. */
  get cause(): { name: string; text: string } | null {
    const { cause } = this.view;
    if (!cause) return null;
    const kami = this.kami(cause.id);
    const card = {
      ability: kami?.abilities[cause.n - 1],
      passive: kami?.passive,
      free: kami?.passive,
      villager: this.villager(cause.id),
    }[cause.kind];
    return card ? { name: this.both(card.name), text: this.both(card.text) } : null;
  }
  foxPlay = $derived<FoxPlay | null>(lastFoxPlay(this.history));
  foxLooks = $derived.by<FoxLook[]>(() => {
    const face = this.gallery.kitsune_cards.find((card) => card.id === this.foxPlay?.card);
    return this.foxPlay && face ? looksOf(this.foxPlay, face) : [];
  });
  /** The look of the fox that is shown just now. */
  get foxLook(): FoxLook | null {
    return this.foxShown === null ? null : (this.foxLooks[this.foxShown - 1] ?? null);
  }
  /** What stands in a village, as far as it has been told. */
  pieces(village: VillageView): Record<string, Piece> {
    if (this.foxShown === null || this.foxPlay?.village !== village.id) return village.pieces;
    return piecesDuring(village.pieces, this.foxLooks, this.foxShown);
  }

  // -- in words --------------------------------------------------------------------------------

  override called(party: Party): string {
    return party === 'kitsune' ? this.w('kitsune') : super.called(party);
  }
  kami(id: string): Kami | undefined {
    return this.gallery.kami_sheets.find((kami) => kami.id === id);
  }
  villager(id: string): Villager | undefined {
    return this.gallery.villager_cards.find((card) => card.id === id);
  }
  /** The claimed villagers by name; face down before somebody else, only how many. */
  villagersOf(player: Player): string {
    if (!player.villagers) return this.w('villagers_count', { count: player.villager_count });
    return this.villagerNames(player.villagers);
  }
  villagerNames(ids: string[]): string {
    return ids.map((id) => this.villagerName(id)).join(this.w('list_and'));
  }
  villagerName(id: string): string {
    const card = this.villager(id);
    return card ? this.both(card.name) : id;
  }
  villageName(id: VillageId): string {
    return this.w(`village_${id}`);
  }
  typeOf(space: string): SpaceType {
    return this.village(space.slice(0, 2) as VillageId).spaces[space.slice(3)];
  }
  spaceName(space: string): string {
    const village = this.villageName(space.slice(0, 2) as VillageId);
    return this.w('space_name', {
      village,
      cell: space.slice(3),
      type: this.w(`type_${this.typeOf(space)}`),
    });
  }
  pieceName(piece: Piece | undefined): string {
    if (!piece) return this.w('empty');
    const what = this.w(piece.piece);
    const isMine = piece.owner === this.view.seat;
    const name = isMine
      ? this.w('my_piece', { piece: what })
      : this.w('piece_of', { piece: what, owner: this.called(piece.owner) });
    return piece.fear ? `${name}${this.w('list_and')}${this.w('under_fear')}` : name;
  }
}

export const [useScene, provideScene] = createContext<Scene>();
