/** The table one is about to set: seats, settings, clock. */

import { isLong } from '../../lib/clock.ts';
import { SEATS, seatsOf, type Seat } from '../../lib/board.ts';
import type { Membership } from '../../lib/clubs.ts';
import type { ClockChoice, GameInfo, GameSetting, NewPlayer, NewTable, SettingValue } from '../../lib/wire.ts';

/** Me, somebody on this device, whoever gets the link, or a bot of a level. */
export type Sitter = 'me' | 'here' | 'link' | `bot:${string}`;

const DAY = 86_400;
export const CLOCKS: Record<string, ClockChoice | null> = {
  none: null,
  move60: { kind: 'move', seconds: 60 },
  bank5: { kind: 'bank', seconds: 300, increment: 10 },
  bank10: { kind: 'bank', seconds: 600, increment: 15 },
  hours8: { kind: 'move', seconds: 8 * 3600 },
  day1: { kind: 'move', seconds: DAY },
  day3: { kind: 'move', seconds: 3 * DAY },
  week: { kind: 'bank', seconds: 7 * DAY, increment: 12 * 3600 },
};
export type ClockName = 'none' | 'move60' | 'bank5' | 'bank10' | 'hours8' | 'day1' | 'day3' | 'week';
/** Days each may rest in all, where a game takes days. */
export const VACATIONS = [0, 3, 7, 14, 30];

const USUAL_BOT = 'adept';
/** Bots have names too; whoever has the same one by chance is told apart by letter and crest. */
const BOT_NAMES: Record<Seat, string> = {
  A: 'Sora',
  B: 'Haru',
  C: 'Take',
  D: 'Yuki',
  E: 'Ren',
  F: 'Nagi',
};

/** The same for every seat. */
function forAll<Value>(value: Value): Record<Seat, Value> {
  return Object.fromEntries(SEATS.map((seat) => [seat, value])) as Record<Seat, Value>;
}

/** How many choices can stand side by side. */
const FEW = 3;

/** A value of a setting as a text; some are maps. */
export const keyOf = (value: unknown): string => JSON.stringify(value);

/** The poster chosen last; looking at the rules and coming back changes nothing. */
export const lobby = { chosen: '' };

/** The club that the next table is for, as its page has said. */
export const forClub = $state<{ club: Membership | null }>({ club: null });

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
  sitters = $state(forAll<Sitter>('me'));
  names = $state(forAll(''));
  settings = $state<Record<string, unknown>>({});
  clock = $state<ClockName>('none');
  /** In days. */
  vacation = $state(7);
  isPublic = $state(false);
  /** At a table of this device, without a server. */
  isOnDevice = $state(false);
  /** Between people; with bots alone they are always allowed. */
  allowsHints = $state(false);

  /** Who has never played the game here is offered a table for a first game. */
  constructor(game: GameInfo, isFirst: boolean) {
    this.game = game;
    const levels = game.bots.map(({ level }) => level);
    const bot = levels.includes(USUAL_BOT) ? USUAL_BOT : levels[0];
    this.#seats = game.first.seats;
    this.sitters = { ...forAll<Sitter>(`bot:${bot}`), A: 'me' };
    this.settings = this.usual;
    if (isFirst) this.isFirstGame = true;
  }

  get seats(): number {
    return this.#seats;
  }

  /** What is not possible with so many players goes back to the usual. */
  set seats(seats: number) {
    this.#seats = seats;
    for (const setting of this.game.settings) {
      if (setting.deals.length > 0) {
        this.#deal(setting, this.#dealt(setting).filter((seat) => seatsOf(this).includes(seat)));
        continue;
      }
      if (setting.pick) continue;
      const key = keyOf(this.settings[setting.name]);
      const value = setting.values.find((one) => keyOf(one.value) === key);
      if (!value?.seats.includes(seats)) this.settings[setting.name] = setting.default;
    }
  }

  get usual(): Record<string, unknown> {
    return Object.fromEntries(this.game.settings.map((setting) => [setting.name, setting.default]));
  }

  get forFirstGame(): Record<string, unknown> {
    return { ...this.usual, ...this.game.first.settings };
  }

  /** True or false while the settings are those of a first or of a whole game, else neither. */
  get isFirstGame(): boolean | undefined {
    const now = this.#gist(this.settings);
    if (now === this.#gist(this.forFirstGame)) return true;
    return now === this.#gist(this.usual) ? false : undefined;
  }

  /** Of what is dealt to seats it matters only whether somebody has it. */
  #gist(settings: Record<string, unknown>): string {
    const gist = this.game.settings.map(({ name, deals }) =>
      deals.length > 0 ? Object.keys(settings[name] as object).length > 0 : settings[name],
    );
    return keyOf(gist);
  }

  set isFirstGame(isFirst: boolean | undefined) {
    this.settings = isFirst ? this.forFirstGame : this.usual;
  }

  /** The settings that are a switch for each seat. */
  get switches(): GameSetting[] {
    return this.game.settings.filter((setting) => setting.deals.length > 0 && this.#matters(setting));
  }

  has(setting: GameSetting, seat: Seat): boolean {
    return this.#dealt(setting).includes(seat);
  }

  /** Is there one left for this seat, or has it one already? */
  canHave(setting: GameSetting, seat: Seat): boolean {
    return this.has(setting, seat) || this.#dealt(setting).length < setting.deals.length;
  }

  toggle(setting: GameSetting, seat: Seat): void {
    if (!this.canHave(setting, seat)) return;
    const others = this.#dealt(setting).filter((other) => other !== seat);
    this.#deal(setting, this.has(setting, seat) ? others : [...others, seat]);
  }

  #dealt(setting: GameSetting): Seat[] {
    return Object.keys(this.settings[setting.name] as object) as Seat[];
  }

  /** In the order of the seats; nobody chooses which. */
  #deal(setting: GameSetting, seats: Seat[]): void {
    const order = seats.toSorted();
    const dealt = order.map((seat, place) => [seat, setting.deals[place]]);
    this.settings[setting.name] = Object.fromEntries(dealt);
  }

  /** The settings that matter at this table, the rare ones or the others. */
  offered(rare: boolean): GameSetting[] {
    return this.game.settings.filter(
      (setting) =>
        setting.rare === rare && (setting.values.length > 1 || setting.pick !== '') && this.#matters(setting),
    );
  }

  #matters(setting: GameSetting): boolean {
    return Object.entries(setting.when).every(
      ([name, value]) => keyOf(this.settings[name]) === keyOf(value),
    );
  }

  /** Of a long list only what is possible with so many players; a short one is shown whole. */
  choices(setting: GameSetting): SettingValue[] {
    if (setting.values.length <= FEW) return setting.values;
    return setting.values.filter(({ seats }) => seats.includes(this.seats));
  }

  /** Choosing what needs another number of players sets the table for the next larger one. */
  choose(setting: GameSetting, key: string): void {
    const chosen = setting.values.find(({ value }) => keyOf(value) === key);
    if (!chosen) return;
    if (!chosen.seats.includes(this.seats)) {
      this.seats = chosen.seats.find((seats) => seats > this.seats) ?? chosen.seats.at(-1)!;
    }
    this.settings[setting.name] = chosen.value;
  }

  /** The cards chosen for a setting that is a list of them. */
  picked(setting: GameSetting): string[] {
    return this.settings[setting.name] as string[];
  }

  pick(setting: GameSetting, id: string, isIn: boolean): void {
    const others = this.picked(setting).filter((other) => other !== id);
    this.settings[setting.name] = isIn ? [...others, id] : others;
  }

  /** Has anybody begun to choose cards? Then the rules have something to say. */
  get hasPicked(): boolean {
    return this.game.settings.some(
      (setting) => setting.pick !== '' && this.#matters(setting) && this.picked(setting).length > 0,
    );
  }

  get sitting(): Sitter[] {
    return seatsOf(this).map((seat) => this.sitters[seat]);
  }

  get people(): number {
    return this.sitting.filter((sitter) => !sitter.startsWith('bot:')).length;
  }

  get links(): number {
    return this.sitting.filter((sitter) => sitter === 'link').length;
  }

  /** Several people on this device. */
  get isHotSeat(): boolean {
    return this.sitting.includes('here');
  }

  get takesDays(): boolean {
    return isLong(CLOCKS[this.clock]);
  }

  get agreedClock(): ClockChoice | null {
    const clock = CLOCKS[this.clock];
    return clock && this.takesDays ? { ...clock, vacation: this.vacation * DAY } : clock;
  }

  order(me: string, other: (seat: Seat) => string): NewTable {
    return {
      game: this.game.name,
      settings: this.chosen,
      public: this.isPublic && this.links > 0,
      clock: this.agreedClock,
      waits: this.links > 0,
      hints: this.people > 1 ? this.allowsHints : null,
      players: seatsOf(this).map((seat) => this.#player(seat, me, other)),
    };
  }

  /** The settings that matter, as the server is told them. */
  get chosen(): Record<string, unknown> {
    const matter = this.game.settings.filter((setting) => this.#matters(setting));
    const all = $state.snapshot(this.settings);
    return Object.fromEntries(matter.map(({ name }) => [name, all[name]]));
  }

  #player(seat: Seat, me: string, other: (seat: Seat) => string): NewPlayer {
    const sitter = this.sitters[seat];
    if (sitter === 'me') return { kind: 'person', name: me };
    if (sitter === 'here') return { kind: 'person', name: this.names[seat].trim() || other(seat) };
    if (sitter === 'link') return { kind: 'person', name: '' };
    return { kind: 'bot', level: sitter.slice('bot:'.length), name: BOT_NAMES[seat] };
  }
}
