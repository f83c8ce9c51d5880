import type { Lang } from './board.ts';

type Fields = Record<string, unknown>;

const isText = (value: unknown): value is Record<Lang, string> =>
  typeof value === 'object' && value !== null && 'en' in value && 'ja' in value;

/** A fact of a card as text: texts come as `{en, ja}`, lists piece by piece. */
export function textOf(value: unknown, lang: Lang): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => textOf(item, lang)).join(', ');
  if (isText(value)) return value[lang];
  return typeof value === 'object' ? '' : String(value);
}

/** What a reader can read on a card besides its name; what only the program needs is left out. */
export function linesOf(card: Fields, lang: Lang): string[] {
  if (isText(card.text)) return [textOf(card.title, lang), card.text[lang]].filter(Boolean);
  return Object.entries(card).flatMap(([field, value]) => {
    if (field === 'name') return [];
    if (isText(value)) return [value[lang]];
    return Array.isArray(value) ? value.flatMap((item) => abilityOf(item, lang)) : [];
  });
}

/** An ability of a card: its name and what it does. */
function abilityOf(item: unknown, lang: Lang): string[] {
  const { name, text } = (item ?? {}) as Fields;
  if (!text) return [];
  return [[textOf(name, lang), textOf(text, lang)].filter(Boolean).join(': ')];
}

/** Everything that can be read on a card, in both languages and small letters, for a search. */
export function wordsOn(card: unknown, more = ''): string {
  const texts: string[] = [more];
  const walk = (value: unknown): void => {
    if (isText(value)) texts.push(value.en, value.ja);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(card);
  return texts.join(' ').toLocaleLowerCase();
}
