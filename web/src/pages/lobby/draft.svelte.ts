/** The table one is about to set: seats, options, clock. */

import type { ClockChoice, GameInfo, NewPlayer, NewTable } from '../../lib/wire.ts';

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

export class Draft {
  game: GameInfo;
  seats = $state(0);
  sitters = $state<Sitter[]>([]);
  names = $state<string[]>([]);
  options = $state<Record<string, unknown>>({});
  clock = $state<ClockName>('none');
  isPublic = $state(false);

  constructor(game: GameInfo) {
    this.game = game;
    const most = Math.max(...game.players);
    const bot = game.bots.includes(USUAL_BOT) ? USUAL_BOT : game.bots[0];
    this.seats = Math.min(4, most);
    this.sitters = ['me', ...Array.from({ length: most - 1 }, () => `bot:${bot}` as const)];
    this.names = Array.from({ length: most }, () => '');
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
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
      options: $state.snapshot(this.options),
      public: this.isPublic && this.links > 0,
      clock: CLOCKS[this.clock],
      players: this.sitting.map((sitter, seat) => this.#player(sitter, seat, me, other)),
    };
  }

  #player(sitter: Sitter, seat: number, me: string, other: (seat: number) => string): NewPlayer {
    if (sitter === 'me') return { kind: 'person', name: me };
    if (sitter === 'here') return { kind: 'person', name: this.names[seat].trim() || other(seat) };
    if (sitter === 'link') return { kind: 'person', name: '' };
    return { kind: 'bot', level: sitter.slice('bot:'.length), name: BOT_NAMES[seat] };
  }
}
