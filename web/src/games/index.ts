import type { Component } from 'svelte';
import type { BoardProps } from '../lib/board.ts';

type Load = () => Promise<{ default: Component<BoardProps> }>;

/** Dressed boards: every folder here with a `Board.svelte`, each its own chunk. */
const DRESSED = import.meta.glob<{ default: Component<BoardProps> }>('./*/Board.svelte');

const generic: Load = () => import('../lib/ui/GenericBoard.svelte');

export async function boardFor(game: string): Promise<Component<BoardProps>> {
  const load = DRESSED[`./${game}/Board.svelte`] ?? generic;
  return (await load()).default;
}
