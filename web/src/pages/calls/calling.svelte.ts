/** How this device is called, while somebody looks at it and changes it. */

import { api, sentenceOf } from '../../lib/api.ts';
import type { Text } from '../../lib/board.ts';
import {
  allowed,
  deviceSecret,
  hurdle,
  known,
  NOT_CALLED,
  subscribed,
  unsubscribed,
  wish,
  type Change,
  type Hurdle,
} from '../../lib/calls.ts';
import { language } from '../../lib/i18n.svelte.ts';
import { preferences } from '../../lib/preferences.svelte.ts';
import type { CallsOffered, CallTried, KeptTable, KeptWishes, PushKeys } from '../../lib/wire.ts';

export class Calling {
  offered = $state.raw<CallsOffered | null>(null);
  kept = $state.raw<KeptWishes>(NOT_CALLED);
  /** What the browser itself says against it. */
  hurdle = $state<Hurdle>(hurdle());
  /** The push service of this browser does not answer: notifications come while a page is open. */
  isDeaf = $state(false);
  busy = $state(false);
  trouble = $state.raw<Text | null>(null);
  tried = $state.raw<CallTried | null>(null);
  #keys: PushKeys | null = null;
  /** Whatever is not changed stays, so that is known before anything is. */
  #known: Promise<unknown> = Promise.resolve();

  async load(): Promise<void> {
    const asked = known();
    this.#known = asked.catch(() => {});
    try {
      const { offered, kept } = await asked;
      this.offered = offered;
      this.kept = kept;
      if (kept.push !== null && offered.push && !this.hurdle) await this.#renew(offered.push);
    } catch (error) {
      this.trouble = sentenceOf(error);
    }
  }

  /** Browsers give out new addresses now and then: the server is told. */
  async #renew(key: string): Promise<void> {
    this.#keys = await subscribed(key);
    if (this.#keys?.endpoint !== this.kept.push) await this.change({});
  }

  get notifies(): boolean {
    return this.kept.push !== null || preferences.notify;
  }

  async change(change: Change): Promise<boolean> {
    this.busy = true;
    this.trouble = null;
    await this.#known;
    try {
      this.kept = await wish(change, this.kept, this.#keys, language.now);
      return true;
    } catch (error) {
      this.trouble = sentenceOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async turnPush(on: boolean): Promise<void> {
    this.hurdle = hurdle();
    if (this.hurdle) return;
    if (!on) return this.#silence();
    this.busy = true;
    const isAllowed = await allowed();
    await this.#known;
    this.hurdle = hurdle();
    if (isAllowed && this.offered?.push) this.#keys = await subscribed(this.offered.push);
    this.busy = false;
    if (!isAllowed) return;
    // Without a push service there is still the page itself, as long as it is open.
    this.isDeaf = this.#keys === null;
    preferences.notify = this.isDeaf;
    if (this.#keys) await this.change({});
  }

  async #silence(): Promise<void> {
    preferences.notify = this.isDeaf = false;
    await this.#known;
    this.#keys = null;
    if (this.kept.push !== null && (await this.change({}))) await unsubscribed();
  }

  async turnTable(table: string, way: KeptTable['way']): Promise<void> {
    await this.change({ ways: { [table]: way } });
  }

  async test(): Promise<void> {
    this.busy = true;
    this.trouble = this.tried = null;
    try {
      this.tried = await api.tryCalls(deviceSecret());
      if (this.tried.push === 'failed') this.kept = await api.calls(deviceSecret());
    } catch (error) {
      this.trouble = sentenceOf(error);
    }
    this.busy = false;
  }
}
