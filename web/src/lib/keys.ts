/** The keys of a table; what they act on is marked on the board's elements (see `board.ts`). */

import { inspectable, lookAt } from './inspecting.svelte.ts';

const REGIONS = ['question', 'table', 'mine', 'others', 'log'];
export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Keys {
  board: HTMLElement;
  why(move: string): void;
  help(): void;
}

/** True if the key was used. */
export function press(event: KeyboardEvent, keys: Keys): boolean {
  if (event.key === 'F6') return walk(event.shiftKey ? -1 : 1);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select')) return false;
  if (/^[1-9]$/.test(event.key)) return answer(keys.board, Number(event.key));
  if (event.key === '?') return ask(target, keys);
  if (/^[a-z]$/i.test(event.key) && letter(keys.board, event.key.toLowerCase())) return true;
  if (event.key === 'i') return look(target, keys.board);
  if (event.key === 'Enter') return send(target, keys.board);
  const way = ARROWS[event.key];
  const onBoard = target === document.body || keys.board.contains(target);
  return way !== undefined && onBoard && move(target, keys.board, way);
}

/** The next region that is there. */
function walk(step: number): boolean {
  const there = REGIONS.map((name) =>
    document.querySelector<HTMLElement>(`[data-region=${name}]`),
  ).filter((el) => el !== null && el.offsetParent !== null) as HTMLElement[];
  if (there.length === 0) return false;
  const now = there.findIndex((el) => el.contains(document.activeElement));
  const next = there[(now < 0 ? 0 : now + step + there.length) % there.length];
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus();
  return true;
}

function answer(board: HTMLElement, number: number): boolean {
  const answers = board.querySelectorAll<HTMLElement>('[data-answer]');
  const button = answers[number - 1];
  button?.focus();
  button?.click();
  return button !== undefined;
}

/** An answer with a letter of its own, such as P for pass. */
function letter(board: HTMLElement, key: string): boolean {
  const button = board.querySelector<HTMLElement>(`[data-key=${key}]`);
  button?.click();
  return button !== null;
}

function ask(target: HTMLElement, keys: Keys): boolean {
  const move = target.closest<HTMLElement>('[data-why]')?.dataset.why;
  if (move) keys.why(move);
  else keys.help();
  return true;
}

/** What the focused thing is; without a focus the first thing of the board. */
function look(target: HTMLElement, board: HTMLElement): boolean {
  const all = inspectable(board);
  const el = all.findLast((one) => one.contains(target)) ?? all.find((one) => target.contains(one)) ?? all[0];
  if (el) lookAt(el);
  return el !== undefined;
}

/** Enter sends the primary answer, unless the focus is on something Enter itself belongs to. */
function send(target: HTMLElement, board: HTMLElement): boolean {
  const own = target.closest('button, a, summary') && !target.closest('[data-choice]');
  const primary = board.querySelector<HTMLElement>('[data-primary]');
  if (own || !primary) return false;
  primary.click();
  return true;
}

/** To the nearest thing in this direction, by its place on the screen. */
function move(target: HTMLElement, board: HTMLElement, [dx, dy]: [number, number]): boolean {
  // Names in sentences are on the way of Tab, not of the arrows.
  const things = [...board.querySelectorAll<HTMLElement>('button, a[href], [tabindex="0"]:not(.named)')].filter(
    (el) => el !== target && el.offsetParent !== null,
  );
  const from = board.contains(target) ? middle(target) : null;
  if (!from) {
    const first = board.querySelector<HTMLElement>('[data-choice], [data-answer]') ?? things[0];
    first?.focus();
    return first !== undefined;
  }
  const best = nearest(things, from, [dx, dy]);
  best?.focus();
  return best !== null;
}

/** Of these things the one that comes next in a direction. */
export function nearest(
  things: HTMLElement[],
  from: { x: number; y: number },
  [dx, dy]: [number, number],
): HTMLElement | null {
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const el of things) {
    const to = middle(el);
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    const cost = along + aside * 2;
    if (along > 2 && cost < least) [best, least] = [el, cost];
  }
  return best;
}

function middle(el: HTMLElement): { x: number; y: number } {
  const box = el.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
