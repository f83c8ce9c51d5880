import { say, type Lang, type Text } from './board.ts';
import type { RuleChapter, RuleList, RuleText } from './wire.ts';

export interface Found {
  chapter: RuleChapter;
  rules: RuleText[];
}

/** A rule as a sentence; what a refusal fills in is shown as dots. */
export function sentenceOfRule(text: Text, lang: Lang): string {
  return say(text, lang).replace(/\{\w+\}/g, '…');
}

/** Rules by chapter; with a search only those that contain every word of it, in id or text. */
export function findRules(book: RuleList, search: string, lang: Lang): Found[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (rule: RuleText) => {
    const parts = [rule.text, rule.question, rule.why, rule.when, rule.term];
    const all = [rule.id, ...parts.map((part) => part?.[lang] ?? '')].join(' ').toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  };
  return book.chapters
    .map((chapter) => ({
      chapter,
      rules: book.rules.filter((rule) => rule.chapter === chapter.id && fits(rule)),
    }))
    .filter(({ rules }) => rules.length > 0);
}
