/** Cards and whole trees as texts of SVG; `#ko-…` symbols come from the sprite or from the file. */
import type { Face } from '../kernel/cards.ts';
import type { Form } from '../kernel/shapes.ts';
import type { Feature } from '../kernel/trees.ts';
import { barkOf, type Detail } from './bark.ts';

export const PAPER = '#FCF6E8';
const EDGE = '#A8976F';
const INK = '#1F1B16';
const TINT: Record<Feature, string> = {
  caterpillar: '#E7F0D0',
  cloud: '#E3EEF3',
  firefly: '#FFF3C2',
  flower: '#FBE4EA',
  mushroom: '#F8DDD2',
  star: '#DFE7F5',
};

/** Where a card of a tree lies: foot and turn. */
export interface Lying {
  face: Face;
  x: number;
  y: number;
  rot: number;
}

export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export const formId = (form: Form, detail: Detail) =>
  `ko-${{ full: 'form', plain: 'thin', bare: 'bare' }[detail]}-${form.id}`;

/** Paper and limbs of a form, once per page or file; cards show it with `<use>`. */
export function formSymbol(form: Form, detail: Detail): string {
  const [[left, bottom], , [right, top]] = form.corners;
  const id = formId(form, detail);
  const box = `x="${left}" y="${-top}" width="${right - left}" height="${top - bottom}"`;
  const paper = `<rect ${box} rx="16" fill="${PAPER}" stroke="${EDGE}" stroke-width="7"/>`;
  const bark = barkOf(form, detail);
  if (detail === 'bare') return `<g id="${id}">${bark}</g>`;
  // In the small nobody sees what little sticks out, and clipping is what costs most to paint.
  if (detail === 'plain') return `<g id="${id}">${paper}${bark}</g>`;
  const clip = `<clipPath id="${id}-clip"><rect ${box} rx="16"/></clipPath>`;
  return `<g id="${id}">${clip}${paper}<g clip-path="url(#${id}-clip)">${bark}</g></g>`;
}

/** One icon: a disc exactly as large as the rules say, and its feature, upright. */
export function iconMark(feature: Feature, x: number, y: number, radius: number, rot: number): string {
  const size = radius * 1.66;
  return (
    `<g transform="translate(${x},${-y}) rotate(${rot})">` +
    `<circle r="${radius - 3}" fill="${TINT[feature]}" stroke="${INK}" stroke-width="6"/>` +
    `<use href="#ko-${feature}" x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}"/></g>`
  );
}

/** A card in its own coordinates; `rot` only keeps its icons upright. */
export function cardMarkup({ face, rot }: Pick<Lying, 'face' | 'rot'>, detail: Detail): string {
  const { form, icons } = face;
  const marks = icons.map((feature, slot) => {
    const [x, y] = form.slots[slot];
    return iconMark(feature, x, y, form.radius, rot);
  });
  return `<use href="#${formId(form, detail)}"/>${marks.join('')}`;
}

/** The transformation that lays a card on the mat: its foot to its place, turned. */
export function layOf({ face, x, y, rot }: Lying): string {
  const [footX, footY] = face.form.foot;
  return `translate(${x},${-y}) rotate(${-rot}) translate(${-footX},${footY})`;
}

/** All cards in the order in which they were laid. [KO-GEO-21] */
export function treeMarkup(tree: readonly Lying[], detail: Detail): string {
  return tree
    .map((card) => `<g transform="${layOf(card)}">${cardMarkup(card, detail)}</g>`)
    .join('');
}

export function boxOf(tree: readonly Lying[]): Box {
  const box = { left: -450, right: 450, bottom: 0, top: 1300 };
  for (const { face, x, y, rot } of tree) {
    const turned = face.form.at(rot);
    box.left = Math.min(box.left, x + turned.left);
    box.right = Math.max(box.right, x + turned.right);
    box.bottom = Math.min(box.bottom, y + turned.bottom);
    box.top = Math.max(box.top, y + turned.top);
  }
  return box;
}
