/** Where a slip of paper lies that speaks of things on the board, and which they are. */

import { found } from '../../lib/pointing.ts';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const REGIONS = ['question', 'table', 'mine', 'others', 'log'];
const JOINED = ' + ';
const APART = 22;
const EDGE = 8;
const STEP = 24; // of the places that are tried

/** The elements a name stands for: a region, a place, whatever does a move, or a thing. */
export function elementsOf(thing: string): HTMLElement[] {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  if (REGIONS.includes(thing)) return all(`[data-region=${thing}]`);
  const [kind, ...rest] = thing.split(':');
  const id = rest.join(':');
  if (kind === 'place') return all(`[data-place=${CSS.escape(id)}]`);
  if (kind === 'move') return all(`[data-why=${CSS.escape(id)}], [data-move=${CSS.escape(id)}]`);
  return found(thing);
}

const isSeen = (el: HTMLElement) => {
  const box = el.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && el.checkVisibility();
};

/** What a step speaks of and this screen shows, each with its elements: "a + b" is one light around both. */
export const seenOf = (look: string[]): HTMLElement[][] =>
  look.flatMap((one) => {
    const isJoined = one.includes(JOINED);
    const elements = one.split(JOINED).flatMap(elementsOf).filter(isSeen);
    if (isJoined) return elements.length > 0 ? [elements] : [];
    return elements.map((el) => [el]);
  });

const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

export function boxOf(elements: Element[]): Box {
  const boxes = elements.map((el) => el.getBoundingClientRect());
  const around = {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
  return grown(around, 6);
}

/** Calls whenever any of these lies elsewhere than in the frame before, until its own answer is called. */
export function whenMoved(elements: () => HTMLElement[][], moved: () => void): () => void {
  const where = () => JSON.stringify(elements().map(boxOf));
  let before = where();
  let frame = requestAnimationFrame(look);
  function look() {
    const now = where();
    if (now !== before) moved();
    before = now;
    frame = requestAnimationFrame(look);
  }
  return () => cancelAnimationFrame(frame);
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
const middle = (box: Box) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** How much of these a place would hide. */
export const hidden = (place: Box, boxes: Box[]): number =>
  boxes.reduce((sum, box) => sum + overlap(place, box), 0);

/** The place for a slip of this size that hides the least of what is lit or asked, and lies near it. */
export function placeFor(size: { width: number; height: number }, lit: Box[], asked: Box[], room: Box): Box {
  const { width, height } = size;
  const at = (left: number, top: number): Box => {
    const x = within(left, room.left + EDGE, room.right - width - EDGE);
    const y = within(top, room.top + EDGE, room.bottom - height - EDGE);
    return { left: x, top: y, right: x + width, bottom: y + height };
  };
  const places: Box[] = [];
  for (let x = room.left; x < room.right; x += STEP) {
    for (let y = room.top; y < room.bottom; y += STEP) places.push(at(x, y));
  }
  const inner = middle(room);
  const wide = lit.map((box) => grown(box, APART));
  const near = lit[0] ? middle(lit[0]) : inner;
  const cost = (place: Box) => {
    const to = middle(place);
    return hidden(place, wide) * 0.1 + hidden(place, lit) * 4 + hidden(place, asked) * 0.05 + Math.hypot(to.x - near.x, to.y - near.y);
  };
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}

/** From the edge of the slip to the edge of what it speaks of. */
export function thread(from: Box, to: Box): { x1: number; y1: number; x2: number; y2: number } | null {
  const a = middle(from);
  const x2 = within(a.x, to.left, to.right);
  const y2 = within(a.y, to.top, to.bottom);
  const x1 = within(x2, from.left, from.right);
  const y1 = within(y2, from.top, from.bottom);
  return Math.hypot(x2 - x1, y2 - y1) < 12 ? null : { x1, y1, x2, y2 };
}
