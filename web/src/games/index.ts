/** What a game brings to the page. A game without a folder here is played on the generic board. */

import type { Component } from 'svelte';
import type { Cards } from '../lib/api.ts';
import type { BoardProps, Lang, Seat, Text, Words } from '../lib/board.ts';
import type { Sound } from '../lib/sound.ts';

/** How far a game is, for the bar above the table. */
export interface Progress {
  now: number;
  of: number;
  /** A word of the game's catalogue with `{number}` and `{count}`. */
  word: string;
}

export interface Standing {
  seat: Seat;
  value: number;
}

type Load<Props extends Record<string, any>> = () => Promise<{ default: Component<Props> }>;

/**
 * The default export of `games/<game>/index.ts`. Everything has a default. The module itself is
 * small, because the lobby loads it for every game; what is large is imported when it is needed.
 */
export interface GameModule {
  /** What the game is about, in one or two sentences; the default is its subtitle. */
  blurb?: Text;
  /** The address of a picture of 240 × 362. */
  poster?: string;
  /** The address of a round picture of 120 × 120. */
  emblem?: string;
  /** Where cards have something to know by heart: the words for reading it, and for leaving it out. */
  study?: { learn: Text; open: Text; closed: Text };
  /** What happens to be heard: a sound for the name of an event. */
  sounds?: Record<string, Sound>;
  /** Events that need no more than a glance when others' turns are shown. */
  brief?: string[];
  /** How far everybody is, for the moments in which that changes. */
  standing?(view: any): Standing[];
  /** From the view of any seat; `view` is the type `View` of the game's own `table.ts`. */
  progress?(view: any): Progress | null;
  /** The table as this game shows it; the default shows any view as lists. */
  board?: Load<BoardProps & { gallery: any }>;
  /** The faces of the cards, which the board needs; `study` with what some must know by heart. */
  gallery?(study: boolean): Promise<unknown>;
  /** May whoever has this view read what others must know by heart? */
  reads?(view: any): boolean;
  /** All cards with their pictures, for the rules; the default shows what stands on them. */
  cards?: Load<{ cards: Cards; lang: Lang; words: Words }>;
  /** What a finished game leaves of a player, drawn in whatever room there is. */
  keepsake?: Load<{ kept: any[]; label: string }>;
  /** The inside of an `<svg viewBox="0 0 240 150">` for each picture that the lesson names. */
  lesson?: Load<{ picture: string }>;
}

const MODULES = import.meta.glob<{ default: GameModule }>('./*/index.ts');

export async function moduleOf(game: string): Promise<GameModule> {
  const load = MODULES[`./${game}/index.ts`];
  return load ? (await load()).default : {};
}

export async function boardOf(game: string) {
  const { board, gallery, reads } = await moduleOf(game);
  const load = board ?? (() => import('../lib/ui/GenericBoard.svelte'));
  const Board: Component<any> = (await load()).default;
  return { Board, gallery, reads };
}
