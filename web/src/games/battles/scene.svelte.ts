/** What all parts of the board share: the view in words, and what is chosen or opened on it. */
import { getContext, setContext } from 'svelte';
import { letter, say, type BoardProps, type PlayerInfo, type Text } from '../../lib/board.ts';
import { useTable } from '../../lib/context.ts';
import { filled } from '../../lib/sentence.ts';
import { Switches } from './switches.svelte.ts';
import { words as own } from './words.ts';
import {
  objectOf,
  type Ability,
  type BattlesView,
  type Card,
  type Gallery,
  type SeatView,
} from './view.ts';

type Gaps = Record<string, string | number>;

/** A leaf of paper over the table. */
export type Leaf = { what: 'cards'; seat: number } | { what: 'netherworld' } | { what: 'switches' };
/** On a phone one part of the table is shown at a time. */
export type Tab = 'turn' | 'hall' | 'mine' | 'players';

/** Questions whose answer is chosen first and sent with the primary button, after reading it. */
const DELIBERATE = ['PLAY', 'RECRUIT', 'GOD', 'TEMPLE'];

export class Scene {
  readonly table = useTable();
  readonly switches: Switches;
  /** The listed move that lies ready. */
  chosen = $state<string | null>(null);
  /** The move under the pointer or the focus; its effect is shown. */
  shown = $state<string | null>(null);
  /** The card whose text is read, and where it lies. */
  read = $state.raw<{ id: string; box: DOMRect } | null>(null);
  leaf = $state.raw<Leaf | null>(null);
  tab = $state<Tab>('turn');
  /** A card just played for its only ability; the question which one needs no click. */
  intent: string | null = null;
  /** A move with a price that has been named; the next click means it. */
  second = $state<string | null>(null);
  /** Moves still to be sent one after another, as long as nothing else is asked. */
  plan: string[] = [];

  readonly #props: () => BoardProps;
  readonly #gallery: () => Gallery;

  constructor(props: () => BoardProps, gallery: () => Gallery) {
    this.#props = props;
    this.#gallery = gallery;
    const { you, seat } = props();
    this.switches = new Switches(you.length > 1 ? seat : null);
  }

  // -- what is so ------------------------------------------------------------------------------

  get props(): BoardProps {
    return this.#props();
  }
  get view(): BattlesView {
    return this.props.view as BattlesView;
  }
  get lang() {
    return this.props.lang;
  }
  get me(): SeatView | null {
    return this.view.players[this.view.seat] ?? null;
  }
  /** Is a question open that I may answer now? */
  get asks(): boolean {
    return this.props.mood === 'mine' && !this.props.readonly && this.view.asked === this.view.seat;
  }
  get prompt(): string | null {
    return this.view.prompt;
  }
  /** Before the first turn everybody finds a god and a temple. */
  get settingUp(): boolean {
    return this.view.phase === null && this.view.asked !== null;
  }
  /** Everybody else, clockwise from me. */
  get others(): SeatView[] {
    const { players, seat, seats } = this.view;
    if (seat < 0) return players;
    return Array.from({ length: seats - 1 }, (_, step) => players[(seat + 1 + step) % seats]);
  }
  get hand(): string[] {
    return this.view.private?.hand ?? [];
  }
  get isTeam(): boolean {
    return this.view.options.mode === 'team';
  }
  isAlly(seat: number): boolean {
    return this.isTeam && this.me !== null && this.view.players[seat].team === this.me.team;
  }
  person(seat: number): PlayerInfo | undefined {
    return this.props.players.find((player) => player.seat === seat);
  }
  can(move: string): boolean {
    return this.asks && this.view.moves.includes(move);
  }
  /** Every listed move of a verb. */
  movesOf(...verbs: string[]): string[] {
    return this.asks ? this.view.moves.filter((move) => verbs.includes(move.split(' ')[0])) : [];
  }

  // -- acting ----------------------------------------------------------------------------------

  /** A thing that stands for a move was tapped: it lies ready, or is sent, or says why not. */
  pick(move: string): void {
    if (this.props.pending) return;
    if (!this.can(move)) return this.props.why(move);
    if (DELIBERATE.includes(this.prompt ?? '') && this.chosen !== move) this.chosen = move;
    else this.send(move);
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
    if (this.asks) this.tab = this.prompt === 'RECRUIT' ? 'hall' : 'turn';
    else if (this.view.stack.length > 0) this.tab = 'turn';
    const uses = this.movesOf('use').filter((move) => move !== 'use none');
    const source = this.view.frames.at(-1)?.source;
    if (this.plan.length > 0 && this.asks) this.goOn();
    else if (this.prompt === 'USE' && uses.length === 1 && this.intent === source) {
      this.send(uses[0]);
    }
  }
  /** One click for many ordinary moves; the first question that is not foreseen ends it. */
  follow(moves: string[]): void {
    this.plan = [...moves];
    this.goOn();
  }
  /** The next move of the plan; which ability is used may have been settled without asking. */
  goOn(): void {
    if (this.prompt === 'PLAY' && this.plan[0]?.startsWith('use ')) this.plan.shift();
    const next = this.plan.shift();
    if (next && this.can(next)) this.send(next);
    else this.plan = [];
  }
  unchoose = (): void => {
    if (this.read) this.read = null;
    else if (this.second) this.second = null;
    else if (this.leaf) this.leaf = null;
    else this.chosen = null;
  };

  // -- in words --------------------------------------------------------------------------------

  /** The board's own words first; the game's catalogue has longer sentences under the same keys. */
  w = (key: string, gaps: Gaps = {}): string => {
    const text = own[key as keyof typeof own] ?? this.props.words[key];
    return say(text, this.lang).replace(/\{(\w+)\}/g, (gap, name: string) =>
      String(gaps[name] ?? gap),
    );
  };
  both = (text: Text | string | undefined): string =>
    typeof text === 'string' ? text : say(text, this.lang);
  label(move: string): string {
    const text = say(this.view.labels?.[move]?.label, this.lang) || move;
    return filled(text, (seat) => this.called(seat));
  }
  effect(move: string | null): string {
    const text = move ? say(this.view.labels?.[move]?.effect, this.lang) : '';
    return filled(text, (seat) => this.called(seat));
  }
  warning(move: string): string {
    const text = say(this.view.labels?.[move]?.warning, this.lang);
    return filled(text, (seat) => this.called(seat));
  }
  named(seat: number): string {
    return `${letter(seat)} ${this.props.names(seat)}`;
  }
  /** Inside a sentence: the name alone, unless two at this table have the same. */
  called(seat: number): string {
    const name = this.props.names(seat);
    const isOnly = this.view.players.every(
      (other) => other.seat === seat || this.props.names(other.seat) !== name,
    );
    return isOnly ? name : this.named(seat);
  }
  card(id: string): Card | undefined {
    return this.#gallery().get(id);
  }
  name(id: string | null | undefined): string {
    return id ? this.both(this.card(id)?.name) || id : '';
  }
  /** "god" or "temple" of a seat, or a card: its id. */
  sourceId(source: string, seat: number | null): string {
    if (seat === null || (source !== 'god' && source !== 'temple')) return source;
    return this.view.players[seat][source] ?? source;
  }
  /** What `god:p2` is called on this table: the god's own name. */
  objectName(text: string): string {
    const { of, seat } = objectOf(text);
    if (seat === null) return this.w(text === 'deck:warrior' ? 'warrior_deck' : 'artifact_deck');
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
  /** A card as a whole sentence, for those who hear the table. */
  spoken(id: string): string {
    const card = this.card(id);
    if (!card) return id;
    const colour = card.color ? this.w(card.color) : this.w(card.group);
    const colours = card.chain?.map(this.word).join(', ');
    const opens = colours ? this.w('opens', { colours }) : '';
    const cost = card.cost === undefined ? '' : this.w('costs', { count: card.cost });
    return [this.name(id), colour, cost, opens].filter(Boolean).join(', ');
  }
  word = (key: string): string => this.w(key);
}

const KEY = Symbol('battles');

export function provideScene(scene: Scene): Scene {
  return setContext(KEY, scene);
}

export function useScene(): Scene {
  return getContext<Scene>(KEY);
}
