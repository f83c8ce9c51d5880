/** What all parts of the board share: the view in words, and what is chosen or opened on it. */
import type { Seat } from '../../lib/board.ts';
import { createContext } from 'svelte';
import type { Drop } from '../../lib/dragging.ts';
import { TableScene } from '../../lib/scene.svelte.ts';
import { Switches } from './switches.svelte.ts';
import { describe } from './inspect.ts';
import { words } from './words.ts';
import {
  objectOf,
  type Ability,
  type BattlesView,
  type Card,
  type Gallery,
} from './view.ts';

/** An overlay on the table. */
export type Overlay = { what: 'cards'; seat: Seat } | { what: 'netherworld' } | { what: 'switches' };
/** On a phone one part of the table is shown at a time. */
export type Tab = 'turn' | 'hall' | 'mine' | 'players';

/** Questions whose answer is chosen first and sent with the primary button, after reading it. */
const DELIBERATE = ['PLAY', 'RECRUIT', 'GOD', 'TEMPLE'];

export class Scene extends TableScene<BattlesView, Gallery> {
  protected readonly words = words;
  override describe = (thing: string) => describe(this, thing);
  /** People who share a device each have their own. */
  readonly switches = new Switches(this.props.you.length > 1 ? this.props.seat : null);
  /** The listed move that lies ready. */
  chosen = $state<string | null>(null);
  /** The move under the pointer or the focus; its effect is shown. */
  shown = $state<string | null>(null);
  /** The card whose text is read, and where it lies. */
  read = $state.raw<{ id: string; box: DOMRect } | null>(null);
  overlay = $state.raw<Overlay | null>(null);
  tab = $state<Tab>('turn');
  /** A card just played for its only ability; the question which one needs no click. */
  intent: string | null = null;
  /** A card was carried onto a target; whom it hits needs no click. */
  #aim: { card: string; move: string } | null = null;
  /** A move with a price that has been named; the next click means it. */
  second = $state<string | null>(null);
  /** Moves still to be sent one after another, as long as nothing else is asked. */
  plan: string[] = [];

  // -- what is so ------------------------------------------------------------------------------

  /** Before the first turn everybody finds a god and a temple. */
  get settingUp(): boolean {
    return this.view.phase === null && this.view.asked !== null;
  }
  get hand(): string[] {
    return this.view.private?.hand ?? [];
  }
  get isTeam(): boolean {
    return this.view.settings.mode === 'team';
  }
  isAlly(seat: Seat): boolean {
    return this.isTeam && this.me !== null && this.view.players[seat].team === this.me.team;
  }
  /** Every listed move of a verb. */
  movesOf(...verbs: string[]): string[] {
    return this.asks ? this.view.moves.filter((move) => verbs.includes(move.split(' ')[0])) : [];
  }

  /** What a card of my hand may be used for now; the first is what a tap means. */
  movesWith(id: string): string[] {
    if (!this.asks) return [];
    return this.view.moves.filter((move) => {
      const [verb, what] = move.split(' ');
      const plain = ['play', 'discard', 'react', 'top', 'bottom'].includes(verb) && what === id;
      return plain || move === `card ${id}@hand`;
    });
  }
  /** What a card of the Hall may be taken for. */
  moveAtHall(id: string): string {
    return this.can(`card ${id}@hall`) ? `card ${id}@hall` : `recruit ${id}`;
  }
  #attacks(id: string): boolean {
    const acts = this.card(id)?.abilities.filter(({ type }) => type === 'act') ?? [];
    return acts.some(({ signs }) => signs.some(({ sign }) => sign === 'attack'));
  }

  // -- carrying --------------------------------------------------------------------------------

  /** A card of my hand goes to the turn, or straight at whom it attacks; one of the Hall to me. */
  override drops(thing: string): Drop[] {
    const [from, id] = thing.split(':');
    if (this.props.pending) return [];
    const move = from === 'hall' ? this.moveAtHall(id) : this.movesWith(id)[0];
    if (!move || !this.can(move)) return [];
    const take = () => this.send(move);
    if (from === 'hall') return [{ at: '[data-drop=mine]', take }];
    const isAimed = move.startsWith('play ') && this.#attacks(id);
    return [{ at: '[data-drop=turn]', take }, ...(isAimed ? this.#targets(move) : [])];
  }
  #targets(move: string): Drop[] {
    return this.others.flatMap(({ seat }) =>
      [`god:${seat}`, `temple:${seat}`].map((object) => ({
        at: `[data-object="${object}"]`,
        above: (isAbove: boolean) => (this.shown = isAbove ? move : null),
        take: () => {
          this.send(move);
          this.#aim = { card: move.split(' ')[1], move: `target ${object}` };
        },
      })),
    );
  }
  lifted(): void {
    this.read = null;
  }
  /** The target that was meant, once it is asked for; any other question of mine forgets it. */
  #aimed(): void {
    const aim = this.#aim;
    if (!aim || !this.asks || this.view.question === 'USE') return;
    this.#aim = null;
    if (this.view.question !== 'TARGET' || this.view.using?.card !== aim.card) return;
    if (this.can(aim.move)) this.send(aim.move);
    else this.props.why(aim.move);
  }

  // -- acting ----------------------------------------------------------------------------------

  /** A thing that stands for a move was tapped: it lies ready, or is sent, or says why not. */
  pick(move: string): void {
    if (this.props.pending) return;
    if (!this.can(move)) return this.props.why(move);
    if (DELIBERATE.includes(this.view.question ?? '') && this.chosen !== move) this.chosen = move;
    else this.send(move);
  }
  /** An ability lies ready at the first click, whatever is asked: it may cost something. */
  ready(move: string): void {
    if (this.props.pending) return;
    if (!this.can(move)) return this.props.why(move);
    if (this.chosen === move) this.send(move);
    else this.chosen = move;
  }
  /** Something begun that has cost nothing yet can be taken back as if it had not been begun. */
  get isBegun(): boolean {
    return this.asks && this.view.using !== null && this.table?.takeBack !== undefined;
  }
  send(move: string): void {
    if (this.props.pending) return;
    if (this.warning(move) && this.second !== move) {
      this.second = move;
      return;
    }
    const [verb, card] = move.split(' ');
    this.intent = verb === 'play' ? card : null;
    this.props.send([move]);
  }
  /** A new question: nothing is chosen; a phone shows the part of the table it is about. */
  begin(): void {
    this.chosen = null;
    this.second = null;
    this.shown = null;
    this.read = null;
    if (this.asks) this.tab = this.view.question === 'RECRUIT' ? 'hall' : 'turn';
    else if (this.table?.watching) this.tab = this.view.phase === 'recruit' ? 'hall' : 'turn';
    else if (this.view.stack.length > 0) this.tab = 'turn';
    const uses = this.movesOf('use').filter((move) => move !== 'use none');
    const source = this.view.using?.card;
    if (this.plan.length > 0 && this.asks) this.goOn();
    else if (this.view.question === 'USE' && uses.length === 1 && this.intent === source) {
      this.send(uses[0]);
    } else this.#aimed();
  }
  /** One click for many ordinary moves; the first question that is not foreseen ends it. */
  follow(moves: string[]): void {
    this.plan = [...moves];
    this.goOn();
  }
  /** The next move of the plan; which ability is used may have been settled without asking. */
  goOn(): void {
    if (this.view.question === 'PLAY' && this.plan[0]?.startsWith('use ')) this.plan.shift();
    const next = this.plan.shift();
    if (next && this.can(next)) this.send(next);
    else this.plan = [];
  }
  closeOverlay = (): void => {
    this.overlay = null;
  };
  unchoose = (): void => {
    if (this.read) this.read = null;
    else if (this.second) this.second = null;
    else if (this.overlay) this.overlay = null;
    else if (this.chosen) this.chosen = null;
    else if (this.isBegun && !this.props.pending) this.table?.takeBack?.();
  };

  /** The card that stands for a thing: itself, or the god or temple of a seat. */
  cardOf(thing: string): string | null {
    const [of, name] = thing.split(':');
    const id = of === 'god' || of === 'temple' ? this.view.players[name as Seat]?.[of] : name;
    return id && this.card(id) && of !== 'term' ? id : null;
  }

  // -- in words --------------------------------------------------------------------------------

  card(id: string): Card | undefined {
    return this.gallery.get(id);
  }
  name(id: string | null | undefined): string {
    return id ? this.both(this.card(id)?.name) || id : '';
  }
  /** "god" or "temple" of a seat, or a card: its id. */
  sourceId(source: string, seat: Seat | null): string {
    if (seat === null || (source !== 'god' && source !== 'temple')) return source;
    return this.view.players[seat][source] ?? source;
  }
  /** What `god:B` is called on this table: the god's own name. */
  objectName(text: string): string {
    const { of, seat } = objectOf(text);
    if (seat === null) return this.w(text.replace(':', '_'));
    if (of === 'deck') return this.w('deck_of', { name: this.called(seat) });
    return this.name(this.view.players[seat][of]);
  }
  energyOf(text: string): number | null {
    const { of, seat } = objectOf(text);
    if (seat === null || of === 'deck') return null;
    const player = this.view.players[seat];
    return of === 'god' ? player.energy : player.temple_energy;
  }
  abilityText(ability: Ability): string {
    return this.both(ability.text);
  }
  /** Why an ability never comes up at this table, if so. */
  unused(ability: Ability): string {
    return ability.needs_temple && this.view.settings.temples === false ? this.w('no_temples') : '';
  }
  /** A card as a whole sentence, for those who hear the table. */
  spoken(id: string): string {
    const card = this.card(id);
    if (!card) return id;
    const colour = card.color ? this.w(card.color) : this.w(card.group);
    const colours = card.chain?.map(this.word).join(', ');
    const opens = colours ? this.w('opens', { colours }) : '';
    const cost = card.cost === undefined ? '' : this.w('faith_word', { count: card.cost });
    return [this.name(id), colour, cost, opens].filter(Boolean).join(', ');
  }
  word = (key: string): string => this.w(key);
}

export const [useScene, provideScene] = createContext<Scene>();
