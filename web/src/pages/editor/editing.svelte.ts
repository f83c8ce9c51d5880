/** A position while it is edited: what is said, what follows, what is wrong, and the way back. */

import { untrack } from 'svelte';
import { api, sentenceOf } from '../../lib/api.ts';
import { SEATS, type Seat, type Text } from '../../lib/board.ts';
import { fieldAt, inputOf, packed, withField, withSeats, type Json, type Position, type Shape } from '../../lib/positions.ts';
import type { PositionForm, PositionProblem, PossiblePosition } from '../../lib/wire.ts';

const PAUSE = 250;
const MOST_PAST = 100;

export class Editing {
  readonly game: string;
  readonly form: PositionForm;
  position = $state.raw<Position>({});
  /** What follows from the last position that was possible. */
  possible = $state.raw<PossiblePosition | null>(null);
  problem = $state.raw<PositionProblem | null>(null);
  /** The server could not be asked. */
  trouble = $state.raw<Text | null>(null);
  /** Whose eyes the board is seen with; whoever is asked if nobody was chosen. */
  eyes = $state<Seat | null | 'asked'>('asked');
  /** The field that takes what is pressed on the board, if one does. */
  brush = $state<string | null>(null);
  /** Behind `#`; null while it is too long for a link. */
  link = $state.raw<string | null>('');
  #past = $state.raw<Position[]>([]);
  #future = $state.raw<Position[]>([]);
  #checked = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = 0;

  constructor(game: string, form: PositionForm, position: Position) {
    this.game = game;
    this.form = form;
    this.position = position;
    this.#look(0);
  }

  get seats(): Seat[] {
    const count = typeof this.position.seats === 'number' ? this.position.seats : 2;
    return SEATS.slice(0, Math.max(1, Math.min(SEATS.length, count)));
  }
  get asked(): Seat | null {
    return this.possible?.asked ?? (this.position.asked as Seat | null) ?? null;
  }
  /** Was the position as it is now looked at? */
  get isFresh(): boolean {
    return this.#checked === this.#question;
  }
  get isPossible(): boolean {
    return this.isFresh && this.problem === null && this.possible !== null;
  }
  get #question(): string {
    return JSON.stringify([this.position, this.eyes]);
  }

  // -- changing ----------------------------------------------------------------------------------

  isSaid(path: string): boolean {
    return fieldAt(this.position, path) !== undefined;
  }
  /** What a field is, said or not. */
  value(path: string): Json | undefined {
    return fieldAt(this.position, path) ?? fieldAt((this.possible?.whole ?? {}) as Position, path);
  }
  set(path: string, value: Json | undefined): void {
    this.#become(withField(this.position, path, value));
  }
  /** Something on the board was pressed: it goes into the chosen field, or out of it. True if it fits. */
  paint(thing: string): boolean {
    const name = this.brush?.split('.').at(-1);
    const field = [...this.form.table, ...this.form.players].find((one) => one.name === name);
    if (!this.brush || !field) return false;
    const input = inputOf(field.shape as Shape);
    const values = input.kind === 'words' || input.kind === 'many' ? input.values : [];
    if (!values.includes(thing)) return false;
    const value = this.value(this.brush);
    const now = Array.isArray(value) ? (value as string[]) : String(value ?? '').split(' ').filter(Boolean);
    const next = now.includes(thing) ? now.filter((one) => one !== thing) : [...now, thing];
    this.set(this.brush, input.kind === 'words' ? next.join(' ') : next);
    return true;
  }
  setSeats(seats: number): void {
    this.#become(withSeats(this.position, seats, SEATS));
  }
  setSetting(name: string, value: Json): void {
    const settings = (this.position.settings ?? {}) as Position;
    this.#become({ ...this.position, settings: { ...settings, [name]: value } });
  }
  /** Another position altogether; the way back leads here. */
  replace(position: Position): void {
    this.eyes = 'asked';
    this.#become(position, 0);
  }

  #become(position: Position, pause = PAUSE): void {
    if (JSON.stringify(position) === JSON.stringify(this.position)) return;
    this.#past = [...this.#past.slice(-MOST_PAST), this.position];
    this.#future = [];
    this.position = position;
    this.#look(pause);
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }
  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [this.position, ...this.#future];
    this.#past = this.#past.slice(0, -1);
    this.position = before;
    this.#look(0);
  }
  redo(): void {
    const [next, ...rest] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.position];
    this.#future = rest;
    this.position = next;
    this.#look(0);
  }
  see(eyes: Seat | null): void {
    this.eyes = eyes;
    this.#look(0);
  }

  // -- looking -----------------------------------------------------------------------------------

  #look(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), pause);
    void packed(untrack(() => this.position)).then((link) => (this.link = link));
  }

  async check(): Promise<void> {
    clearTimeout(this.#timer);
    const request = ++this.#request;
    const { position } = this;
    const question = this.#question;
    const eyes = this.eyes === 'asked' ? ((position.asked as Seat | null) ?? 'A') : this.eyes;
    try {
      const found = await api.checkPosition(this.game, { position, seat: eyes });
      if (request !== this.#request) return;
      this.trouble = null;
      this.problem = found.problem;
      if (found.possible) this.possible = found.possible;
      this.#checked = question;
    } catch (error) {
      if (request === this.#request) this.trouble = sentenceOf(error);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#request++;
  }
}
