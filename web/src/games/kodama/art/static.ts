/**
 * Pictures that stand still, each as one image. A tree drawn into the page would be thousands of
 * elements to lay out and paint whenever anything beside it changes; as an image it is one.
 */
import type { Face } from '../kernel/cards.ts';
import type { Detail } from './bark.ts';
import { boxOf, cardMarkup, formSymbol, treeMarkup, type Box, type Lying } from './picture.ts';
import { FEATURE_SYMBOLS } from './sprite.ts';

export interface StaticPicture {
  src: string;
  /** What the image shows, in units of the mat. */
  box: Box;
}

const EDGE = 10; // half the outline of a card, and a little

function image(viewBox: string, size: string, faces: readonly Face[], body: string, detail: Detail) {
  const forms = [...new Set(faces.map((face) => face.form))];
  const drawn = forms.map((form) => formSymbol(form, detail)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" ${size}><defs>${FEATURE_SYMBOLS}${drawn}</defs>${body}</svg>`;
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

export function staticTree(tree: readonly Lying[], detail: Detail): StaticPicture {
  const { left, right, bottom, top } = boxOf(tree);
  const box = { left: left - EDGE, right: right + EDGE, bottom: bottom - EDGE, top: top + EDGE };
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  const viewBox = `${box.left} ${-box.top} ${width} ${height}`;
  const faces = tree.map(({ face }) => face);
  const size = `width="${width / 4}" height="${height / 4}"`;
  return { src: image(viewBox, size, faces, treeMarkup(tree, detail), detail), box };
}

const cards = new Map<string, string>();

/** One card in its own coordinates; its icons are upright at this turn. */
export function staticCard(face: Face, rot = 0): string {
  const key = `${face.id}r${rot}`;
  let src = cards.get(key);
  if (!src) {
    const [width, height] = [630 + 2 * EDGE, 880 + 2 * EDGE];
    const viewBox = `${-315 - EDGE} ${-440 - EDGE} ${width} ${height}`;
    const body = cardMarkup({ face, rot }, 'full');
    src = image(viewBox, `width="${width / 4}" height="${height / 4}"`, [face], body, 'full');
    cards.set(key, src);
  }
  return src;
}

export const CARD_EDGE = EDGE;
