/** What all parts of the board share: the view in words, and what is chosen or opened on it. */
import { createContext } from 'svelte';
import { playersOf, say, type Seat } from '../../lib/board.ts';
import type { GodFace, Kind } from './art/symbols.ts';
import type { Drop } from '../../lib/dragging.ts';
import { TableScene } from '../../lib/scene.svelte.ts';
import type { Arrival } from './arrivals.ts';
import { exactSets, proposal, worth } from './bid.ts';
import { describe } from './inspect.ts';
import { words } from './words.ts';
import { KINDS, NOTHING, size, isTreasure, type Gallery, type God } from './cards.ts';
import type { Counts, Player, View } from './table.ts';

/** A rare answer that first names its price. */
export type Second = 'look' | 'jewel' | 'mirror' | 'sword' | 'pass';

/** Where a god is, as far as this seat knows. */
export type Whereabouts =
  { at: 'altar' | 'unseen'; seat: null } | { at: 'owned' | 'secret'; seat: Seat };

export class Scene extends TableScene<View, Gallery> {
  protected readonly words = words;
  override describe = (thing: string) => describe(this, thing);
  /** Cards of my hand chosen for a dedication. */
  chosen = $state<Counts>({ ...NOTHING });
  /** The kind or the seat chosen for Mirror or Sword. */
  pick = $state<string | null>(null);
  #second = $state<Second | null>(null);
  /** The Sword was carried to this rival; who is struck needs no click. */
  #aim: string | null = null;
  /** The god looked at, and the overlay that is open. */
  looked = $state<string | null>(null);
  #altar: string | null = null;
  overlay = $state<'gods' | 'roles' | null>(null);
  /** Cards on their way into a hand or onto the discard. */
  arriving = $state.raw<Arrival[]>([]);

  // -- what is so ------------------------------------------------------------------------------

  get hand(): Counts {
    return this.view.private?.hand ?? NOTHING;
  }
  /** The role card may be taken on anybody's turn. */
  get canLook(): boolean {
    return !this.props.readonly && this.view.private?.commands.look === true;
  }
  /** What is thought over before it is done. */
  get second(): Second | null {
    const isOpen = this.#second === 'look' ? this.canLook : this.asks;
    return isOpen ? this.#second : null;
  }
  set second(move: Second | null) {
    this.#second = move;
    this.#aim = null;
  }
  get readsRoles(): boolean {
    return this.view.roles.some((role) => role.members);
  }
  /** The highest total on the table, and who has laid it. */
  isLeading(player: Player): boolean {
    return player.total > 0 && playersOf(this.view).every((other) => other.total <= player.total);
  }
  /** A treasure that has done its work. */
  isUsed(god: string): boolean {
    return isTreasure(god) && this.view.used.includes(god);
  }
  where(god: string): Whereabouts {
    if (this.view.altar === god) return { at: 'altar', seat: null };
    if (this.view.private?.face_down_god === god) return { at: 'secret', seat: this.view.seat! };
    const owner = playersOf(this.view).find((player) => player.gods.includes(god));
    return owner ? { at: 'owned', seat: owner.seat } : { at: 'unseen', seat: null };
  }

  /** What a seat that is out took with it, if this board saw it happen. */
  gainedBy(seat: Seat): Kind | null {
    if (this.props.readonly) return null;
    for (const event of this.history.toReversed()) {
      if (event.event === 'altar_revealed') return null;
      if (event.event === 'passed' && event.seat === seat) return (event.gained as Kind) ?? null;
    }
    return null;
  }

  // -- in words --------------------------------------------------------------------------------

  kinds(counts: Counts): string {
    return KINDS.filter((kind) => counts[kind] > 0)
      .map((kind) => (counts[kind] > 1 ? `${counts[kind]} ${this.w(kind)}` : this.w(kind)))
      .join(this.w('list_and'));
  }
  god(id: string): God {
    return this.gallery.gods.find((god) => god.id === id)!;
  }
  godName(id: string): string {
    return say(this.god(id).name, this.lang);
  }
  /** The face of a god card; a treasure carries what it does, a god its story. */
  face(id: string): GodFace {
    const god = this.god(id);
    const line = isTreasure(id) ? this.w(`${id}_help`) : say(god.story, this.lang);
    return { id, name: this.godName(id), kanji: god.kanji, points: god.points, line };
  }
  godLabel(id: string): string {
    const { points } = this.god(id);
    const worth = points === null ? this.w('treasure') : this.w('points_of', { points });
    const spent = this.isUsed(id) ? this.w('list_and') + this.w('spent') : '';
    return this.godName(id) + this.w('list_and') + worth + spent;
  }
  whereLabel(id: string): string {
    const where = this.where(id);
    if (where.at === 'altar') return this.w('on_altar');
    if (where.at === 'secret') return this.w('yours_secret');
    if (where.seat === null) return this.w('unseen');
    return where.seat === this.view.seat
      ? this.w('yours')
      : this.w('owned_by', { name: this.named(where.seat) });
  }

  // -- offerings -------------------------------------------------------------------------------

  influence = $derived.by(() => {
    const worths = { ...NOTHING };
    for (const offering of this.gallery.offerings) worths[offering.id] = offering.influence;
    return worths;
  });
  sets = $derived(exactSets(this.hand, this.influence));
  get laid(): number {
    return this.me?.total ?? 0;
  }
  get added(): number {
    return worth(this.chosen, this.influence);
  }
  cardLabel(kind: Kind): string {
    return this.W('card_name', { kind: this.W(kind), count: this.influence[kind] });
  }

  /** What a pass would bring back to the hand. */
  get passLine(): string {
    const placed = this.me?.placed ?? NOTHING;
    return size(placed) > 0
      ? this.w('comes_back', { kinds: this.kinds(placed) })
      : this.w('nothing_comes');
  }

  /** Is this kind to be chosen from now? */
  isOffered(kind: Kind): boolean {
    return this.asks && this.second === null && this.can(`+${kind}`);
  }
  /** One more card of a kind each time; after the last one the stack is as before. */
  more(kind: Kind): void {
    if (!this.isOffered(kind)) this.props.why(`+${kind}`);
    else if (!this.sent) this.chosen[kind] = this.chosen[kind] < this.hand[kind] ? this.chosen[kind] + 1 : 0;
  }
  /** An offering goes to the altar or before me, the Sword to whom it strikes. */
  override drops(thing: string): Drop[] {
    const [what, id] = thing.split(':');
    if (this.sent) return [];
    if (what === 'offering') {
      const kind = id as Kind;
      const take = () => this.chosen[kind] < this.hand[kind] && this.more(kind);
      return this.isOffered(kind) ? [{ at: `[data-drop=altar], [data-place="laid-${this.view.seat}"]`, take }] : [];
    }
    if (!this.can('sword')) return [];
    return this.others.map(({ seat }) => ({
      at: `[data-place="seat-${seat}"]`,
      take: () => {
        this.second = 'sword';
        this.#aim = `rob ${seat}`;
      },
    }));
  }

  /** A new question: the cheapest legal dedication lies ready, nothing else is chosen. */
  begin(): void {
    const offered = KINDS.some((kind) => this.can(`+${kind}`));
    const enough = this.can('stop');
    this.chosen =
      offered && !enough ? proposal(this.sets, this.laid, this.view.bar) : { ...NOTHING };
    this.pick = this.#aim && this.can(this.#aim) ? this.#aim : null;
    if (this.asks) this.#aim = null;
    // The god that was read about is gone; the next one is to be seen.
    if (this.#altar !== this.view.altar) {
      this.#altar = this.view.altar;
      if (this.overlay === 'gods') this.overlay = null;
      this.looked = null;
    }
    // Whether to take the role card is no matter of whose turn it is.
    if (this.second !== 'look') this.second = null;
  }
  /** The cards of a hint lie ready; anything else is only pointed at. */
  take(moves: string[]): void {
    const added = moves.filter((move) => move.startsWith('+')).map((move) => move.slice(1));
    if (added.length === 0 || !this.can(moves[0])) return;
    const counted = KINDS.map((kind) => [kind, added.filter((one) => one === kind).length]);
    this.chosen = Object.fromEntries(counted) as Counts;
  }
  /** What lies ready for Mirror or Sword, or nothing again; or why not. */
  choose(move: string): void {
    if (this.can(move)) this.pick = this.pick === move ? null : move;
    else this.props.why(move);
  }
  /** Open the gallery at this god. */
  lookAt(god: string | null): void {
    this.overlay = 'gods';
    this.looked = god;
  }
  override open(thing: string): boolean {
    const [of, id] = thing.split(':');
    if (of !== 'god') return false;
    this.lookAt(id);
    return true;
  }
  unchoose = (): void => {
    if (this.overlay) this.overlay = null;
    else if (this.second) this.second = null;
    else {
      this.chosen = { ...NOTHING };
      this.pick = null;
    }
  };
}

export const [useScene, provideScene] = createContext<Scene>();
