import type { Seat } from './board.ts';

/** A sentence in pieces: plain text, or a seat whose name belongs here. */
export type Piece = string | { seat: Seat };

/** `"{A} lays rice."` becomes `[{ seat: 'A' }, " lays rice."]`. */
export function pieces(sentence: string): Piece[] {
  return sentence
    .split(/(\{[A-F]\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{[A-F]\}$/.test(piece) ? { seat: piece[1] as Seat } : piece));
}

/** The sentence as plain text with the names filled in. */
export function filled(sentence: string, names: (seat: Seat) => string): string {
  return pieces(sentence)
    .map((piece) => (typeof piece === 'string' ? piece : names(piece.seat)))
    .join('');
}

/** The first sentence, and the rest: what is so, and why. */
export function headline(sentence: string): [string, string] {
  const end = /[.。](?:\s+|(?=.))/u.exec(sentence);
  if (!end) return [sentence, ''];
  const cut = end.index + 1;
  return [sentence.slice(0, cut), sentence.slice(cut).trim()];
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
