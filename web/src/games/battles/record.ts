/** What a finished game was like, counted from everything that happened. */
import type { Seat, TableEvent } from '../../lib/board.ts';
import { objectOf, type Gallery } from './view.ts';

export interface Reached {
  /** Turns since the beginning. */
  turn: number;
  energy: number;
}

export interface SeatRecord {
  seat: Seat;
  dealt: number;
  taken: number;
  /** The longest Chain of one turn. */
  chain: number;
  /** The Energy of the god, from the beginning on, wherever it changed. */
  curve: Reached[];
  /** The turn in which the god fell. */
  fell: number | null;
}

/** An Attack that changed the game. */
export interface TurningPoint {
  turn: number;
  round: number;
  /** Who attacked, and with what; nobody where a card of the Hall did. */
  by: Seat | null;
  card: string;
  /** Whose god was hit. */
  hit: Seat;
  loss: number;
  left: number;
}

export interface GameRecord {
  seats: SeatRecord[];
  turns: number;
  /** The turn in which each round began. */
  rounds: number[];
  points: TurningPoint[];
}

const MOST_POINTS = 3;

interface Attack {
  by: Seat | null;
  card: string;
}

/** `now` tells the Energy of a god that never changed. */
export function recordOf(events: TableEvent[], seats: Seat[], gallery: Gallery, now: (seat: Seat) => number): GameRecord {
  const counting = new Counting(seats, gallery);
  for (const event of events) counting.hear(event);
  return counting.result(now);
}

class Counting {
  readonly #seats: Map<Seat, SeatRecord>;
  readonly #gallery: Gallery;
  readonly #attacks: Attack[] = [];
  readonly #points: TurningPoint[] = [];
  readonly #rounds: number[] = [];
  /** The Attack whose loss is told next. */
  #last: Attack | null = null;
  #turn = 0;
  #chain = 0;
  #active: Seat | null = null;

  constructor(seats: Seat[], gallery: Gallery) {
    this.#seats = new Map(seats.map((seat) => [seat, blank(seat)]));
    this.#gallery = gallery;
  }

  hear(event: TableEvent): void {
    const seat = event.seat ?? null;
    if (event.event === 'turn_began') this.#begin(event);
    else if (event.event === 'played' && seat === this.#active) this.#play(event);
    else if (event.event === 'attacked') this.#attacks.push({ by: seat, card: String(event.source) });
    else if (event.event === 'attack_resolved') this.#resolve(event);
    else if (event.event === 'eliminated' && seat) this.#of(seat).fell = this.#turn;
    else if (isOfGod(event)) this.#change(event);
  }

  result(now: (seat: Seat) => number): GameRecord {
    const seats = [...this.#seats.values()];
    for (const own of seats) if (own.curve.length === 0) own.curve.push({ turn: 0, energy: now(own.seat) });
    return { seats, turns: this.#turn, rounds: this.#rounds, points: greatest(this.#points) };
  }

  #of(seat: Seat): SeatRecord {
    return this.#seats.get(seat)!;
  }
  #begin(event: TableEvent): void {
    this.#turn = Number(event.turn);
    this.#active = event.seat ?? null;
    this.#chain = 0;
    if (this.#rounds.length < Number(event.round)) this.#rounds.push(this.#turn);
  }
  /** Warriors and Artifacts are links of the Chain. */
  #play(event: TableEvent): void {
    const { group = '' } = this.#gallery.get(String(event.card)) ?? {};
    if (!['warrior', 'artifact'].includes(group)) return;
    const own = this.#of(event.seat!);
    own.chain = Math.max(own.chain, ++this.#chain);
  }
  #resolve(event: TableEvent): void {
    this.#last = this.#attacks.pop() ?? null;
    const { seat } = objectOf(String(event.target));
    const loss = Number(event.loss);
    if (this.#last?.by) this.#of(this.#last.by).dealt += loss;
    if (seat) this.#of(seat).taken += loss;
  }
  /** The Energy before the first change is that of the beginning. */
  #change(event: TableEvent): void {
    const own = this.#of(event.seat!);
    const [turn, count, energy] = [this.#turn, Number(event.count), Number(event.energy)];
    const isLoss = event.event === 'energy_lost';
    if (own.curve.length === 0) own.curve.push({ turn: 0, energy: energy + (isLoss ? count : -count) });
    own.curve.push({ turn, energy });
    const round = this.#rounds.length;
    if (isLoss && this.#last) this.#points.push({ turn, round, ...this.#last, hit: own.seat, loss: count, left: energy });
    this.#last = null;
  }
}

function blank(seat: Seat): SeatRecord {
  return { seat, dealt: 0, taken: 0, chain: 0, curve: [], fell: null };
}

function isOfGod(event: TableEvent): boolean {
  return ['energy_lost', 'energy_gained'].includes(event.event) && event.object === 'god';
}

/** The hardest blows, a last one before all others, in the order in which they came. */
function greatest(points: TurningPoint[]): TurningPoint[] {
  const weight = ({ loss, left }: TurningPoint) => loss + (left === 0 ? 100 : 0);
  return points
    .toSorted((a, b) => weight(b) - weight(a) || a.turn - b.turn)
    .slice(0, MOST_POINTS)
    .toSorted((a, b) => a.turn - b.turn);
}
