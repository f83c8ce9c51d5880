import { t } from './i18n.svelte.ts';
import type { ClockChoice } from './wire.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Does the game go on for days? The same as `ClockRule.is_long`. */
export function isLong(clock: ClockChoice | null | undefined): boolean {
  return !!clock && clock.seconds >= (clock.kind === 'move' ? HOUR : DAY);
}

/** The thinking time of a table in a few words. */
export function clockText(clock: ClockChoice | null | undefined): string {
  if (!clock) return t('clock.none');
  const { kind, seconds, increment = 0 } = clock;
  if (isLong(clock)) {
    const time = duration(seconds);
    if (kind === 'move') return t('clock.longMove', { time });
    return t('clock.longBank', { time, more: duration(increment) });
  }
  if (kind === 'move') return t('clock.move', { seconds });
  return t('clock.bank', { minutes: Math.round(seconds / 6) / 10, seconds: increment });
}

/** So much time, in the two largest units: 2 d 4 h, 3 h 20 min, 5 min; under an hour as a clock. */
export function duration(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const parts = [
    ...(days > 0 ? [t('time.days', { count: days })] : []),
    ...(hours > 0 ? [t('time.hours', { count: hours })] : []),
    ...(days === 0 && (minutes > 0 || hours === 0) ? [t('time.minutes', { count: minutes })] : []),
  ];
  return parts.join(' ');
}
