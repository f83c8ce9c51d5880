/** Everything the pictures of Kodama refer to, put into the page once. */
import { inline } from '../../../lib/art/sprite.ts';
import type { Face } from '../kernel/cards.ts';
import type { Form } from '../kernel/shapes.ts';
import file from './symbols.svg?raw';
import { formSymbol } from './picture.ts';

inline(file);

/** The limbs of all forms, for the table and for the small trees. */
export function inlineForms(faces: Map<string, Face>): void {
  const forms = new Set<Form>([...faces.values()].map((face) => face.form));
  const drawn = [...forms].map((form) => formSymbol(form, 'full') + formSymbol(form, 'plain'));
  inline(
    `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"><defs>${drawn.join('')}</defs></svg>`,
  );
}

/** The six features as they stand in the sprite, for a file that has to stand alone. */
export const FEATURE_SYMBOLS = [...file.matchAll(/<symbol id="ko-(?!sun)[\s\S]*?<\/symbol>/g)]
  .map(([symbol]) => symbol)
  .join('');
