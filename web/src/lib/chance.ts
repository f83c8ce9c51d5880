/** Chances as people read them: whole per cents, and nobody is sure before the end. */

import { t } from './i18n.svelte.ts';

export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return t('chance.under');
  if (chance > 0.99 && chance < 1) return t('chance.over');
  return t('chance.percent', { count: Math.round(chance * 100) });
}

/** "+9 %" or "−18 %", with a true minus sign. */
export function signed(change: number): string {
  const whole = Math.round(change * 100);
  return `${whole > 0 ? '+' : whole < 0 ? '−' : '±'}${t('chance.percent', { count: Math.abs(whole) })}`;
}
