/** The table one is about to set: seats, options, clock. */

import type { ClockChoice, GameInfo, GameOption, NewPlayer, NewTable, OptionValue } from '../../lib/wire.ts';

/** Me, somebody on this device, whoever gets the link, or a bot of a level. */
export type Sitter = 'me' | 'here' | 'link' | `bot:${string}`;

export const CLOCKS: Record<string, ClockChoice | null> = {
  none: null,
  move60: { kind: 'move', seconds: 60 },
  bank5: { kind: 'bank', seconds: 300, increment: 10 },
  bank10: { kind: 'bank', seconds: 600, increment: 15 },
};
export type ClockName = 'none' | 'move60' | 'bank5' | 'bank10';

const USUAL_BOT = 'heuristic';
/** Bots have names too; whoever has the same one by chance is told apart by letter and crest. */
const BOT_NAMES = ['Sora', 'Haru', 'Take', 'Yuki', 'Ren', 'Nagi'];

/** How many choices can stand side by side. */
const FEW = 3;

/** A value of an option as a text; some are maps. */
export const keyOf = (value: unknown): string => JSON.stringify(value);

/** The poster chosen last; looking at the rules and coming back changes nothing. */
export const lobby = { chosen: '' };

const drafts = new Map<string, Draft>();

/** The table being set for a game, as it was left. */
export function draftOf(game: GameInfo, isFirst: boolean): Draft {
  let draft = drafts.get(game.name);
  if (!draft) drafts.set(game.name, (draft = new Draft(game, isFirst)));
  return draft;
}

/** The table is set; the next one begins anew. */
export function forgetDraft(game: GameInfo): void {
  drafts.delete(game.name);
}

export class Draft {
  game: GameInfo;
  #seats = $state(0);
  sitters = $state<Sitter[]>([]);
  names = $state<string[]>([]);
  options = $state<Record<string, unknown>>({});
  clock = $state<ClockName>('none');
  isPublic = $state(false);

  /** Who has never played the game here is offered a table for a first game. */
  constructor(game: GameInfo, isFirst: boolean) {
    this.game = game;
    const most = Math.max(...game.players);
    const bot = game.bots.includes(USUAL_BOT) ? USUAL_BOT : game.bots[0];
    this.#seats = game.first.seats;
    this.sitters = ['me', ...Array.from({ length: most - 1 }, () => `bot:${bot}` as const)];
    this.names = Array.from({ length: most }, () => '');
    this.options = this.usual;
    if (isFirst) this.isFirstGame = true;
  }

  get seats(): number {
    return this.#seats;
  }

  /** What is not possible with so many players goes back to the usual. */
  set seats(seats: number) {
    this.#seats = seats;
    for (const option of this.game.options) {
      if (option.deals.length > 0) {
        this.#deal(option, this.#dealt(option).filter((seat) => seat < seats));
        continue;
      }
      if (option.pick) continue;
      const key = keyOf(this.options[option.name]);
      const value = option.values.find((one) => keyOf(one.value) === key);
      if (!value?.seats.includes(seats)) this.options[option.name] = option.default;
    }
  }

  get usual(): Record<string, unknown> {
    return Object.fromEntries(this.game.options.map((option) => [option.name, option.default]));
  }

  get forFirstGame(): Record<string, unknown> {
    return { ...this.usual, ...this.game.first.options };
  }

  /** True or false while the options are those of a first or of a whole game, else neither. */
  get isFirstGame(): boolean | undefined {
    const now = this.#gist(this.options);
    if (now === this.#gist(this.forFirstGame)) return true;
    return now === this.#gist(this.usual) ? false : undefined;
  }

  /** Of what is dealt to seats it matters only whether somebody has it. */
  #gist(options: Record<string, unknown>): string {
    const gist = this.game.options.map(({ name, deals }) =>
      deals.length > 0 ? Object.keys(options[name] as object).length > 0 : options[name],
    );
    return keyOf(gist);
  }

  set isFirstGame(isFirst: boolean | undefined) {
    this.options = isFirst ? this.forFirstGame : this.usual;
  }

  /** The options that are a switch for each seat. */
  get switches(): GameOption[] {
    return this.game.options.filter((option) => option.deals.length > 0 && this.#matters(option));
  }

  has(option: GameOption, seat: number): boolean {
    return this.#dealt(option).includes(seat);
  }

  /** Is there one left for this seat, or has it one already? */
  canHave(option: GameOption, seat: number): boolean {
    return this.has(option, seat) || this.#dealt(option).length < option.deals.length;
  }

  toggle(option: GameOption, seat: number): void {
    if (!this.canHave(option, seat)) return;
    const others = this.#dealt(option).filter((other) => other !== seat);
    this.#deal(option, this.has(option, seat) ? others : [...others, seat]);
  }

  #dealt(option: GameOption): number[] {
    return Object.keys(this.options[option.name] as object).map(Number);
  }

  /** In the order of the seats; nobody chooses which. */
  #deal(option: GameOption, seats: number[]): void {
    const order = seats.toSorted((one, other) => one - other);
    const dealt = order.map((seat, place) => [seat, option.deals[place]]);
    this.options[option.name] = Object.fromEntries(dealt);
  }

  /** The options that matter at this table, the rare ones or the others. */
  offered(rare: boolean): GameOption[] {
    return this.game.options.filter(
      (option) =>
        option.rare === rare && (option.values.length > 1 || option.pick !== '') && this.#matters(option),
    );
  }

  #matters(option: GameOption): boolean {
    return Object.entries(option.when).every(
      ([name, value]) => keyOf(this.options[name]) === keyOf(value),
    );
  }

  /** Of a long list only what is possible with so many players; a short one is shown whole. */
  choices(option: GameOption): OptionValue[] {
    if (option.values.length <= FEW) return option.values;
    return option.values.filter(({ seats }) => seats.includes(this.seats));
  }

  /** Choosing what needs another number of players sets the table for the next larger one. */
  choose(option: GameOption, key: string): void {
    const chosen = option.values.find(({ value }) => keyOf(value) === key);
    if (!chosen) return;
    if (!chosen.seats.includes(this.seats)) {
      this.seats = chosen.seats.find((seats) => seats > this.seats) ?? chosen.seats.at(-1)!;
    }
    this.options[option.name] = chosen.value;
  }

  /** The cards chosen for an option that is a list of them. */
  picked(option: GameOption): string[] {
    return this.options[option.name] as string[];
  }

  pick(option: GameOption, id: string, isIn: boolean): void {
    const others = this.picked(option).filter((other) => other !== id);
    this.options[option.name] = isIn ? [...others, id] : others;
  }

  /** Has anybody begun to choose cards? Then the rules have something to say. */
  get hasPicked(): boolean {
    return this.game.options.some(
      (option) => option.pick !== '' && this.#matters(option) && this.picked(option).length > 0,
    );
  }

  get sitting(): Sitter[] {
    return this.sitters.slice(0, this.seats);
  }

  get links(): number {
    return this.sitting.filter((sitter) => sitter === 'link').length;
  }

  /** Several people on this device. */
  get isHotSeat(): boolean {
    return this.sitting.includes('here');
  }

  order(me: string, other: (seat: number) => string): NewTable {
    return {
      game: this.game.name,
      options: this.chosen,
      public: this.isPublic && this.links > 0,
      clock: CLOCKS[this.clock],
      players: this.sitting.map((sitter, seat) => this.#player(sitter, seat, me, other)),
    };
  }

  /** The options that matter, as the server is told them. */
  get chosen(): Record<string, unknown> {
    const matter = this.game.options.filter((option) => this.#matters(option));
    const all = $state.snapshot(this.options);
    return Object.fromEntries(matter.map(({ name }) => [name, all[name]]));
  }

  #player(sitter: Sitter, seat: number, me: string, other: (seat: number) => string): NewPlayer {
    if (sitter === 'me') return { kind: 'person', name: me };
    if (sitter === 'here') return { kind: 'person', name: this.names[seat].trim() || other(seat) };
    if (sitter === 'link') return { kind: 'person', name: '' };
    return { kind: 'bot', level: sitter.slice('bot:'.length), name: BOT_NAMES[seat] };
  }
}
