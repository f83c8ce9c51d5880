/** What all parts of the board share: the view in words, what is held, and what is looked at. */
import { createContext } from 'svelte';
import { say, type Seat } from '../../lib/board.ts';
import type { Drop } from '../../lib/dragging.ts';
import { TableScene } from '../../lib/scene.svelte.ts';
import { recall, store } from '../../lib/storage.ts';
import type { Lying } from './art/picture.ts';
import type { DecreeCard, Drawn, SpiritCard } from './gallery.ts';
import { judge, type Judgement, type Pose } from './judgement.ts';
import type { Face } from './kernel/cards.ts';
import { FEATURES, placed, type Feature, type Tree } from './kernel/trees.ts';
import { candidatesOf, type Candidate, type Slot } from './places.ts';
import type { CardPlaces, HeldKodama, PlaceOnParent, Player, TreeCard, View } from './table.ts';
import { describe } from './inspect.ts';
import { words } from './words.ts';

/** The card in my hand. */
export interface Held extends Pose {
  slot: Slot;
  card: string;
  /** Which of the candidate places it lies on, or -1: somewhere of my own. */
  at: number;
  /** Nobody has turned it by hand yet, so it may swing to where it fits. */
  swings: boolean;
}

const BY_EYE = 'kamiza.kodama.by_eye';

export class Scene extends TableScene<View, Drawn> {
  protected readonly words = words;
  override describe = (thing: string) => describe(this, thing);
  held = $state.raw<Held | null>(null);
  /** The pointer has it; where its foot is seen from the pointer, in units. */
  drag = $state.raw<{ pointer: number; dx: number; dy: number; isNew: boolean } | null>(null);
  /** The seat whose tree lies large on the mat. */
  looked = $state<Seat | null>(null);
  #values = $state(true);
  /** For purists: no points and no places are shown, until a card is laid. */
  byEye = $state(recall<boolean>(BY_EYE, false));
  /** The Kodama chosen to judge. */
  kodama = $state<string | null>(null);
  /** The Kodama of my hand under the pointer or the focus. */
  weighed = $state<string | null>(null);
  /** A sheet of paper over the mat, on narrow screens. */
  overlay = $state<'kodama' | 'decree' | null>(null);
  /** What a screen reader hears when a place is shown. */
  spoken = $state('');

  // -- what is so ------------------------------------------------------------------------------

  /** Do I lay a card now? */
  get grows(): boolean {
    return this.asks && this.view.question !== 'KODAMA';
  }
  /** Another lays a card; meanwhile I may try the display on my own tree. */
  get tries(): boolean {
    return !this.grows && this.mood === 'theirs' && !this.props.readonly && this.view.places !== undefined;
  }
  /** Is what a card would score shown on the tree and the display? */
  get values(): boolean {
    return this.#values && !this.byEye;
  }
  set values(shown: boolean) {
    this.#values = shown;
  }
  setByEye(byEye: boolean): void {
    this.byEye = byEye;
    store(BY_EYE, byEye);
    if (this.held) this.held = { ...this.held, at: -1, swings: !byEye };
    this.spoken = '';
  }
  /** Whose tree lies on the mat: the one looked at, of whom is told, mine, or that of whoever acts. */
  get shown(): Player {
    const { players, seat, asked } = this.view;
    if (this.held && seat) return players[seat];
    const told = this.table?.watching?.sentence.seat;
    return players[this.looked ?? told ?? seat ?? asked ?? 'A'];
  }
  get isMine(): boolean {
    return this.shown.seat === this.view.seat;
  }
  get hand(): HeldKodama[] {
    return this.view.private?.hand ?? [];
  }
  /** The cards of my tree that count for the Kodama I look at. */
  get counted(): string[] {
    const looked = this.isMine && !this.byEye ? (this.weighed ?? this.kodama) : null;
    return this.hand.find(({ kodama }) => kodama === looked)?.cards ?? [];
  }
  face(card: string): Face {
    return this.gallery.faces.get(card)!;
  }
  lying(tree: readonly TreeCard[]): Lying[] {
    return tree.map(({ card, x, y, rot }) => ({ face: this.face(card), x, y, rot }));
  }

  // -- in words --------------------------------------------------------------------------------

  points(count: number): string {
    if (count === 0) return this.w('points_none');
    return count === 1 ? this.w('points_one') : this.w('points_many', { count });
  }
  /** "caterpillar, 2 fireflies". */
  icons(card: string): string {
    const { icons } = this.face(card);
    return FEATURES.filter((feature) => icons.includes(feature))
      .map((feature) => this.many(feature, icons.filter((icon) => icon === feature).length))
      .join(this.w('list_and'));
  }
  many(feature: Feature, count: number): string {
    return count === 1 ? this.w(feature) : this.w(`${feature}_many`, { count });
  }
  /** A card of a tree by its number: "card 5", "the trunk". */
  treeCard(number: number): string {
    return number === 0 ? this.w('the_trunk') : this.w('card_n', { number });
  }
  findSpirit(id: string): SpiritCard | undefined {
    const { kodama_cards, sprout_cards } = this.gallery;
    return [...kodama_cards, ...sprout_cards].find((card) => card.id === id);
  }
  spirit(id: string): SpiritCard {
    return this.findSpirit(id)!;
  }
  spiritName(id: string): string {
    return say(this.spirit(id).name, this.lang);
  }
  decree(id: string): DecreeCard {
    return this.gallery.decree_cards.find((card) => card.id === id)!;
  }

  // -- the card in hand --------------------------------------------------------------------------

  /** My tree as the geometry needs it. */
  tree = $derived.by((): Tree => {
    const tree = this.me?.tree ?? [];
    return tree.map(({ card, x, y, rot, parent }) => {
      const { form, icons } = this.face(card);
      return placed(form, icons, x, y, rot, parent);
    });
  });
  heldFace = $derived(this.held ? this.face(this.held.card) : null);
  places = $derived(this.held ? this.placesOf(this.held.slot) : undefined);
  candidates = $derived(candidatesOf(this.places));
  judgement = $derived.by((): Judgement | null => {
    if (!this.held || !this.heldFace) return null;
    return judge(this.tree, this.heldFace, this.held, this.places?.parents ?? []);
  });
  /** The same once the pointer rests: what is told beside the tree need not tremble with it. */
  calm = $state.raw<Judgement | null>(null);
  get place(): PlaceOnParent | null {
    return this.judgement?.place ?? null;
  }
  /** What an icon counts as under the decree in force. */
  countsAs(feature: Feature): Feature {
    const effect = this.view.decree ? this.decree(this.view.decree).data.effect : null;
    return effect?.kind === 'convert' && effect.from === feature ? effect.to! : feature;
  }
  get isLegal(): boolean {
    return this.judgement?.code === 'legal';
  }
  /** How the held card would change the value of one of my Kodama. */
  gain(kodama: string): number {
    return this.calm?.code === 'legal' && !this.byEye ? (this.calm.place?.gains?.[kodama] ?? 0) : 0;
  }
  placesOf(slot: Slot): CardPlaces | undefined {
    return this.view.places?.find((places) => places.slot === slot);
  }

  /** The move that lays the held card where it is. */
  get move(): string | null {
    if (!this.held) return null;
    const { slot, x, y, rot } = this.held;
    const place = `@${x},${y},r${rot}`;
    return this.view.question === 'PICK' ? `grow:${slot}${place}` : `place:${place}`;
  }

  canTake(slot: number): boolean {
    return this.tries || this.can(`pick:${slot}`);
  }
  /** Take a card; it shows itself at its best place, or above the trunk if it has none. */
  take(slot: Slot, card: string): void {
    if (!this.lift(slot, card)) return;
    if (this.candidates.length > 0 && !this.byEye) this.show(0);
  }
  /** Take a card without a place yet. */
  lift(slot: Slot, card: string): boolean {
    if (!this.grows && !this.tries) return false;
    this.looked = null;
    this.calm = null;
    const upright = (90 - this.face(card).form.heading + 360) % 360;
    this.held = { slot, card, x: 0, y: 1500, rot: upright, at: -1, swings: !this.byEye };
    return true;
  }
  /** A card of the display and a Kodama of my hand go to my tree. */
  override drops(thing: string): Drop[] {
    const [what, id] = thing.split(':');
    const at = '[data-region=table]';
    if (what === 'slot') return this.canTake(Number(id)) ? [{ at, take: () => {} }] : [];
    const move = `kodama:${id}`;
    const above = (isAbove: boolean) => (this.weighed = isAbove ? id : null);
    const take = () => {
      this.kodama = id;
      this.props.send([move]);
    };
    return this.can(move) && !this.sent && this.isMine ? [{ at, above, take }] : [];
  }
  /** A card of the display hangs at its foot: the mat carries it from here. */
  lifted(thing: string, pointer: number): boolean {
    const [what, id] = thing.split(':');
    if (what !== 'slot') return false;
    const slot = Number(id);
    if (this.lift(slot, this.view.display[slot])) this.drag = { pointer, dx: 0, dy: 0, isNew: true };
    return true;
  }
  putBack = (): void => {
    if (this.tries || this.view.question === 'PICK') this.held = null;
    this.drag = null;
    this.spoken = '';
  };
  /** Lay the held card on one of its candidate places. */
  show(at: number): void {
    const found = this.candidates[at];
    if (!this.held || !found) return;
    this.held = { ...this.held, ...pose(found), at, swings: true };
    this.spoken = this.#spokenPlace(found, at);
  }
  next = (step = 1): void => {
    const count = this.candidates.length;
    if (this.held && count > 0 && !this.byEye) {
      const from = this.held.at < 0 && step < 0 ? 0 : this.held.at;
      this.show((from + step + count) % count);
    }
  };
  turn = (degrees: number): void => {
    if (!this.held) return;
    const rot = (((this.held.rot + degrees) % 360) + 360) % 360;
    this.held = { ...this.held, rot, swings: false };
  };
  nudge(dx: number, dy: number, times = 1): void {
    if (!this.held) return;
    const { x, y } = this.held;
    this.held = { ...this.held, x: x + dx * times, y: y + dy * times, at: -1, swings: false };
  }
  send = (): void => {
    const { move, props } = this;
    if (!move || props.pending || !this.grows) return;
    if (this.isLegal) props.send([move]);
    else props.why(move);
  };

  #spokenPlace(found: Candidate, at: number): string {
    const place = this.places?.parents[found.onto];
    if (!place) return '';
    const lines = FEATURES.filter((feature) => place.lines[feature])
      .map((feature) => `${this.w(feature)} ${place.lines[feature]!.points}`)
      .join(this.w('list_and'));
    const gains = Object.entries(place.gains ?? {}).map(([id, change]) =>
      this.w('gain_spoken', { kodama: this.spiritName(id), change: signed(change) }),
    );
    const points = this.points(place.total);
    const gaps = { now: at + 1, of: this.candidates.length, onto: this.treeCard(found.onto) };
    return this.w('place_spoken', { ...gaps, points, lines, gains: gains.join(' ') });
  }

  // -- a new question ----------------------------------------------------------------------------

  /** What I try stays where it is as long as it lies in the display, into my own turn. */
  #stillTried(): Held | null {
    const { held, view } = this;
    const slot = held ? view.display.indexOf(held.card) : -1;
    const isMyPick = this.grows && view.question === 'PICK';
    return held && slot >= 0 && (this.tries || isMyPick) ? { ...held, slot } : null;
  }
  /** Nothing is held, unless a card is tried, or taken already (from the deck, or step by step). */
  begin(): void {
    this.held = this.#stillTried();
    if (!this.held) this.drag = null;
    this.calm = this.held && this.judgement;
    this.kodama = null;
    this.spoken = '';
    const { picked } = this.view;
    if (this.grows && picked) this.take(picked.slot, picked.card);
    if (this.asks) this.looked = null;
  }
  unchoose = (): void => {
    if (this.overlay) this.overlay = null;
    else if (this.kodama) this.kodama = null;
    else if (this.held) this.putBack();
    else this.looked = null;
  };
}

function pose({ x, y, rot }: Candidate): Pose {
  return { x, y, rot };
}

export function signed(change: number): string {
  return change > 0 ? `+${change}` : `−${-change}`;
}

export const [useScene, provideScene] = createContext<Scene>();
