import type { Lang } from '../../lib/board.ts';

/** A fact of a card as text: texts come as `{en, ja}`, lists piece by piece. */
export function textOf(value: unknown, lang: Lang): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => textOf(item, lang)).join(', ');
  if (typeof value === 'object' && 'en' in value) {
    return String((value as Record<Lang, string>)[lang]);
  }
  if (typeof value === 'object') {
    const facts = Object.values(value).map((fact) => textOf(fact, lang));
    return facts.filter((fact) => fact !== '').join(' · ');
  }
  return String(value);
}
