/** What the page does by itself before a game has begun. */

import { forget, placeOf } from '../../lib/memory.ts';
import { go } from '../../lib/router.svelte.ts';
import type { TableState } from '../../lib/table.svelte.ts';

/** Called once by the page; whoever came here to play again is ready without being asked. */
export function sitting(table: TableState, id: string, token: string, isEager: boolean) {
  let asks = isEager;
  $effect(() => {
    if (!asks || !table.waiting) return;
    asks = false;
    for (const mine of table.you) table.ready(mine, true);
  });

  let hasCancelled = false;
  $effect(() => {
    if (table.status !== 'gone' || table.error?.code !== 'cancelled') return;
    const place = placeOf(id, token);
    if (place) forget(place); // nothing is left to come back to
    if (hasCancelled) go('/');
  });

  return {
    cancel() {
      hasCancelled = true;
      table.cancel();
    },
  };
}
