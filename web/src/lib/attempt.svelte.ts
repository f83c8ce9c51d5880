import { sentenceOf } from './api.ts';
import type { Text } from './board.ts';

/** Something that takes a while and may fail: one at a time, and what went wrong in words. */
export class Attempt {
  busy = $state(false);
  told = $state.raw<Text | null>(null);

  async run(task: () => Promise<Text | void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.told = null;
    try {
      this.told = (await task()) ?? null;
    } catch (error) {
      this.told = sentenceOf(error);
    } finally {
      this.busy = false;
    }
  }
}
