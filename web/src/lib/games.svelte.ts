/** The games that the server offers. */

import { api } from './api.ts';
import { say } from './board.ts';
import { language } from './i18n.svelte.ts';
import type { GameInfo } from './wire.ts';

let known = $state.raw<GameInfo[]>([]);

/** All games, in the order of the server. */
export async function offeredGames(): Promise<GameInfo[]> {
  return (known = await api.games());
}

/** The title of a game; its plain name while the server has not told it. */
export function gameTitle(game: string): string {
  const info = known.find(({ name }) => name === game);
  return info ? say(info.title, language.now) : game;
}
