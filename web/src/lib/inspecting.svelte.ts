/** Whatever is named or lies on the table can be looked at: its text, its state and its rules. */

import { api } from './api.ts';
import { language } from './i18n.svelte.ts';
import { Lexicon } from './names.ts';
import { openThing, pointAt } from './pointing.ts';
import type { NamedThing } from './wire.ts';

export interface Inspected {
  /** The things that are meant; the first that somebody knows is shown. */
  things: string[];
  /** Where it was named or lies. */
  box: DOMRect;
  /** Does it stay until it is closed? */
  held: boolean;
}

let names = $state.raw<NamedThing[]>([]);
let now = $state.raw<Inspected | null>(null);
const lexicon = $derived(new Lexicon(names, language.now));

export const inspecting = {
  get lexicon(): Lexicon {
    return lexicon;
  },
  get now(): Inspected | null {
    return now;
  },
  /** From now on the names of this game are known. */
  async learn(game: string): Promise<void> {
    names = await api.names(game).catch(() => []);
  },
  close(): void {
    now = null;
    pointAt([]);
  },
};

const HOVER = 350; // milliseconds
const PRESS = 450;
const FIRM = 6; // pixels before a press is a drag

function show(things: string[], at: Element, held: boolean): void {
  const box = at.getBoundingClientRect();
  // Beside a list, not over its neighbouring lines.
  const list = at.closest('[data-region=log]')?.getBoundingClientRect();
  now = { things, box: list ? new DOMRect(list.x, box.y, list.width, box.height) : box, held };
}

/** Open these things where their game shows them, or tell about them here. */
export function hold(things: string[], at: Element): void {
  if (!openThing(things, at)) show(things, at, true);
}

/** A name under the pointer or the focus: it lights up, and after a moment tells about itself. */
export function named(node: HTMLElement, given: string[]) {
  let things = given;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enter = () => {
    pointAt(things);
    timer = setTimeout(() => !now?.held && show(things, node, false), HOVER);
  };
  const leave = () => {
    clearTimeout(timer);
    pointAt([]);
    if (now && !now.held) now = null;
  };
  const click = (event: Event) => {
    event.stopPropagation();
    clearTimeout(timer);
    hold(things, node);
  };
  const keydown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    click(event);
  };
  const listeners = { pointerenter: enter, pointerleave: leave, focus: enter, blur: leave, click, keydown };
  for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener as EventListener);
  return {
    update: (next: string[]) => void (things = next),
    destroy() {
      leave();
      for (const [name, listener] of Object.entries(listeners)) node.removeEventListener(name, listener as EventListener);
    },
  };
}

/** What an element of a board stands for. */
function thingsOf(el: HTMLElement): string[] {
  const about = el.dataset.about?.split(' ') ?? [];
  const key = el.dataset.cardKey;
  return key && lexicon.get(key) ? [...about, key] : about;
}

const THING = '[data-about], [data-card-key]';
/** What a player has before them is large: it is told when it is asked for, not in passing. */
const LARGE = /^(seat|laid|tree):/;
const ACTS = 'button, a, input, select, label, summary, [role=button], [data-choice]';

/** The thing under an event, unless its game reads it out itself. */
function thingAt(target: EventTarget | null, board: HTMLElement): HTMLElement | null {
  const el = (target as Element | null)?.closest<HTMLElement>(THING) ?? null;
  if (!el || !board.contains(el) || (target as Element).closest('[data-reads]')) return null;
  return thingsOf(el).length > 0 ? el : null;
}

/** `{@attach inspects}`: everything on this board that stands for something answers. */
export function inspects(board: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let under: HTMLElement | null = null;
  let pressed = false;
  let from = { x: 0, y: 0 };

  const leave = () => {
    clearTimeout(timer);
    under = null;
    if (now && !now.held) now = null;
  };
  const over = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons > 0) return;
    const el = thingAt(event.target, board);
    if (el === under) return;
    leave();
    under = el;
    if (!el || LARGE.test(thingsOf(el)[0])) return;
    // What can be chosen is mostly hovered for that.
    const wait = HOVER * ((event.target as Element).closest(ACTS) ? 2.8 : 1.4);
    timer = setTimeout(() => !now?.held && show(thingsOf(el), el, false), wait);
  };
  const down = (event: PointerEvent) => {
    leave();
    pressed = false;
    from = { x: event.clientX, y: event.clientY };
    const el = thingAt(event.target, board);
    under = el; // who has pressed it knows what it is
    if (event.pointerType === 'mouse' || !el) return;
    timer = setTimeout(() => {
      pressed = true;
      show(thingsOf(el), el, true);
    }, PRESS);
  };
  const click = (event: MouseEvent) => {
    clearTimeout(timer);
    // The finger that was held to read does not choose.
    if (pressed) {
      pressed = false;
      event.preventDefault();
      return event.stopImmediatePropagation();
    }
    // A board that was pushed aside was not asked anything.
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > FIRM) return;
    const el = thingAt(event.target, board);
    if (el && !(event.target as Element).closest(ACTS)) show(thingsOf(el), el, true);
  };
  const menu = (event: Event) => pressed && event.preventDefault();
  const stop = () => clearTimeout(timer);
  const moved = (event: PointerEvent) => {
    if (event.buttons > 0 && Math.hypot(event.clientX - from.x, event.clientY - from.y) > FIRM) stop();
  };

  const listeners: [string, (event: any) => void, boolean?][] = [
    ['pointerover', over],
    ['pointerleave', leave],
    ['pointerdown', down],
    ['pointermove', moved],
    ['pointerup', stop],
    ['pointercancel', stop],
    ['contextmenu', menu],
    ['click', click, true],
  ];
  for (const [name, listener, first] of listeners) board.addEventListener(name, listener, first);
  return () => {
    stop();
    for (const [name, listener, first] of listeners) board.removeEventListener(name, listener, first);
  };
}

/** Everything on a board that can be looked at, in reading order; what is hidden is not there. */
export function inspectable(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(THING)].filter(
    (el) => thingsOf(el).length > 0 && el.getClientRects().length > 0,
  );
}

/** The keyboard looks at this element. */
export function lookAt(el: HTMLElement): void {
  const things = thingsOf(el);
  pointAt(things);
  show(things, el, true);
}
