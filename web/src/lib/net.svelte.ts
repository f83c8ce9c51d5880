import { IS_SITE } from './here.ts';

/** Is there no server to ask? Known from the last attempt, and from the browser. */
export const net = $state({ isGone: IS_SITE });

/** Hear what the browser knows of it; called once. */
export function watchNet(): void {
  if (IS_SITE) return;
  net.isGone = !navigator.onLine;
  addEventListener('online', () => (net.isGone = false));
  addEventListener('offline', () => (net.isGone = true));
}

/** What the last attempt has shown. */
export function reached(isThere: boolean): void {
  if (!IS_SITE) net.isGone = !isThere;
}
