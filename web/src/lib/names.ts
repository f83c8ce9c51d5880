/** Names in sentences: what the table calls its things, found in whatever is said. */

import type { Lang, Seat } from './board.ts';
import { pieces } from './sentence.ts';
import type { NamedThing } from './wire.ts';

/** A sentence in pieces: plain text, a seat, or a name with the things that are called so. */
export type Marked = string | { seat: Seat } | { things: string[]; text: string };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A word that begins small may begin a sentence, and most words have a plural. */
function pattern(name: string, lang: Lang): string {
  const first = name.charAt(0);
  const begins = first === first.toUpperCase() ? escaped(first) : `[${first}${first.toUpperCase()}]`;
  const whole = begins + escaped(name.slice(1));
  return lang === 'ja' ? whole : `(?<![\\p{L}\\p{N}])${whole}(?:e?s)?(?![\\p{L}\\p{N}])`;
}

/** Every name of a game in one language; where names overlap the longest is meant. */
export class Lexicon {
  readonly #things = new Map<string, string[]>();
  readonly #known: Map<string, NamedThing>;
  readonly #pattern: RegExp | null;

  constructor(names: NamedThing[], lang: Lang) {
    this.#known = new Map(names.map((one) => [one.thing, one]));
    for (const { thing, name, forms } of names) {
      for (const called of [name[lang], ...(forms?.[lang] ?? [])]) {
        const others = this.#things.get(called) ?? [];
        if (!others.includes(thing)) this.#things.set(called, [...others, thing]);
      }
    }
    const longestFirst = [...this.#things.keys()].sort((a, b) => b.length - a.length);
    this.#pattern = longestFirst.length
      ? new RegExp(longestFirst.map((name) => pattern(name, lang)).join('|'), 'gu')
      : null;
  }

  get(thing: string): NamedThing | undefined {
    return this.#known.get(thing);
  }

  /** The sentence in pieces; `about` says which of several things of the same name is meant. */
  marked(sentence: string, about: string[] = []): Marked[] {
    const left = [...about];
    return pieces(sentence).flatMap((piece) =>
      typeof piece === 'string' ? this.#split(piece, left) : [piece],
    );
  }

  #split(text: string, left: string[]): Marked[] {
    if (!this.#pattern) return [text];
    const found: Marked[] = [];
    let at = 0;
    for (const match of text.matchAll(this.#pattern)) {
      if (match.index > at) found.push(text.slice(at, match.index));
      found.push({ things: this.#meant(match[0], left), text: match[0] });
      at = match.index + match[0].length;
    }
    if (at < text.length) found.push(text.slice(at));
    return found;
  }

  /** What a line is about comes in the order in which it is named. */
  #meant(text: string, left: string[]): string[] {
    const called = [text, lowered(text), ...['s', 'es'].map((end) => text.replace(new RegExp(`${end}$`), ''))];
    const things = [...called, ...called.map(lowered)].map((one) => this.#things.get(one)).find(Boolean) ?? [];
    const meant = left.findIndex((thing) => things.includes(thing));
    return meant < 0 ? things : left.splice(meant, 1);
  }
}
