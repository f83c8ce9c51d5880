import { say, type Lang, type Words } from './board.ts';

/** What the page and the question panel show anyway. */
export const SHARED_KEYS = [
  'game', 'seat', 'seats', 'settings', 'asked', 'question', 'moves', 'labels', 'players', 'private',
]; // prettier-ignore

export type Zone = [name: string, value: unknown];

/** The parts of a view worth showing, in the order the game lists them. */
export function zonesOf(view: Record<string, unknown>, hidden: string[]): Zone[] {
  return Object.entries(view).filter(([name, value]) => !hidden.includes(name) && !isEmpty(value));
}

/** The game's own word for something, or its key made readable. */
export function wordOf(words: Words, key: unknown, lang: Lang): string {
  const text = String(key ?? '');
  const word = say(words[text], lang);
  // A sentence with gaps is no name of a thing.
  return word && !word.includes('{') ? word : text.replaceAll('_', ' ');
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
