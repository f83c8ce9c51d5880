import { t } from './i18n.svelte.ts';
import type { ClockChoice } from './wire.ts';

/** The thinking time of a table in a few words. */
export function clockText(clock: ClockChoice | null | undefined): string {
  if (!clock) return t('clock.none');
  const { kind, seconds, increment = 0 } = clock;
  if (kind === 'move') return t('clock.move', { seconds });
  return t('clock.bank', { minutes: Math.round(seconds / 6) / 10, seconds: increment });
}
