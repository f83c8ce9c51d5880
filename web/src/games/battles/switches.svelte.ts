/** Reactions I do not want to be asked for. The server passes for me; this only remembers. */
import type { Seat } from '../../lib/board.ts';
import { recall, store } from '../../lib/storage.ts';

interface Kept {
  /** `card:servitors`, `on:other_attacked`, `below:3`. */
  never: string[];
  always: boolean;
  /** In a Team Match: ask me also to protect the other team. */
  rivals?: boolean;
}

/** What the server never asks for unless it is told otherwise. */
const FOR_RIVALS = 'for:rival';

const KEY = 'kamiza.battles.passing';

export class Switches {
  readonly #key: string;
  #kept = $state<Kept>({ never: [], always: false });
  /** The turn whose remaining reactions I pass. */
  turn = $state<number | null>(null);
  #told = false;

  /** Where several people share this device, everybody's own; otherwise there is no seat. */
  constructor(seat: Seat | null) {
    this.#key = seat === null ? KEY : `${KEY}.${seat}`;
    Object.assign(this.#kept, recall<Partial<Kept>>(this.#key, {}));
  }

  has(mark: string): boolean {
    return this.#kept.never.includes(mark);
  }
  get always(): boolean {
    return this.#kept.always;
  }
  set always(value: boolean) {
    this.#kept.always = value;
    store(this.#key, this.#kept);
  }
  /** Am I asked to protect allies only? */
  get allies(): boolean {
    return !this.#kept.rivals;
  }
  set allies(only: boolean) {
    this.#kept.rivals = !only;
    store(this.#key, this.#kept);
  }
  get count(): number {
    return this.#kept.never.length;
  }
  get cards(): string[] {
    return this.#kept.never.filter((mark) => mark.startsWith('card:')).map((mark) => mark.slice(5));
  }
  set(mark: string, on: boolean): void {
    const rest = this.#kept.never.filter((other) => other !== mark);
    this.#kept.never = on ? [...rest, mark] : rest;
    store(this.#key, this.#kept);
  }
  /** Losses below this are let through; 0 is none. */
  get below(): number {
    const mark = this.#kept.never.find((other) => other.startsWith('below:'));
    return mark ? Number(mark.slice(6)) : 0;
  }
  set below(least: number) {
    const rest = this.#kept.never.filter((other) => !other.startsWith('below:'));
    this.#kept.never = least > 0 ? [...rest, `below:${least}`] : rest;
    store(this.#key, this.#kept);
  }

  /** Tell the server, unless there has never been anything to tell. */
  tell(passing: ((never: string[], always: boolean) => void) | undefined): void {
    const never = [...this.#kept.never];
    if (this.turn !== null) never.push(`turn:${this.turn}`);
    const { always } = this.#kept;
    if (!this.#told && never.length === 0 && !always && this.allies) return;
    this.#told = true;
    if (this.allies) never.push(FOR_RIVALS);
    passing?.(never, always);
  }
}
