/**
 * A thing of the table is carried to a place: the same as choosing it there, no rule of its own.
 *
 *   data-drag="hand:byakhee"   what can be carried; the scene of the board says where it may go
 *   data-spring                a tab that opens when something carried rests on it
 *
 * A press that goes a little way carries; less is a tap. Where a finger could scroll the same way, it
 * holds a moment first. Escape, a second finger or a place that does not want the thing puts it back.
 */

import { inspecting } from './inspecting.svelte.ts';
import { copyOf } from './motion.ts';
import { pace } from './preferences.svelte.ts';

/** A place for what is carried. */
export interface Drop {
  /** The elements that are this place, as a selector. */
  at: string;
  /** The thing is above it, or not any more. */
  above?(isAbove: boolean): void;
  /** Let go there. */
  take(): void;
}

export interface Carrier {
  /** Where a thing may go now; nowhere, and it is not lifted. */
  drops(thing: string): Drop[];
  /** It is carried from now on; true if the game draws it and puts it down by itself. */
  lifted?(thing: string, pointer: number): boolean | void;
}

const FIRM = 6; // pixels before a press carries
const HOLD = 220; // milliseconds a finger rests before it carries what it could scroll
const SPRING = 450; // milliseconds over a tab before it opens
const BACK = 200;

interface Press {
  source: HTMLElement;
  thing: string;
  pointer: number;
  isFinger: boolean;
  x: number;
  y: number;
  at: number;
}

interface Carried {
  ghost: HTMLElement;
  /** From the pointer to the left top of the ghost. */
  dx: number;
  dy: number;
  /** Where it came from. */
  box: DOMRect;
}

/** `{@attach drags(scene)}`: whatever is marked inside can be carried. */
export const drags = (carrier: Carrier) => (root: HTMLElement) => {
  const dragging = new Dragging(root, carrier);
  return () => dragging.stop();
};

class Dragging {
  #root: HTMLElement;
  #carrier: Carrier;
  #press: Press | null = null;
  #carried: Carried | null = null;
  /** Something was carried by this press; its click means nothing. */
  #isSpent = false;
  #under: { drop: Drop; el: Element } | null = null;
  #spring: { el: Element; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(root: HTMLElement, carrier: Carrier) {
    this.#root = root;
    this.#carrier = carrier;
    root.addEventListener('pointerdown', this.#down);
    root.addEventListener('dragstart', this.#native);
    root.addEventListener('click', this.#click, true);
    root.addEventListener('touchmove', this.#scroll, { passive: false });
  }

  stop(): void {
    this.#end();
    this.#root.removeEventListener('pointerdown', this.#down);
    this.#root.removeEventListener('dragstart', this.#native);
    this.#root.removeEventListener('click', this.#click, true);
    this.#root.removeEventListener('touchmove', this.#scroll);
  }

  // -- the press ---------------------------------------------------------------------------------

  #down = (event: PointerEvent): void => {
    if (this.#press) return this.#cancel(); // a second finger
    this.#isSpent = false;
    const source = (event.target as Element).closest<HTMLElement>('[data-drag]');
    if (!source || event.button !== 0) return;
    const { pointerId: pointer, clientX: x, clientY: y, timeStamp: at } = event;
    const isFinger = event.pointerType === 'touch';
    this.#press = { source, thing: source.dataset.drag!, pointer, isFinger, x, y, at };
    this.#listen(true);
  };

  #move = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    if (this.#carried) return this.#follow(event);
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (Math.hypot(dx, dy) < FIRM) return;
    const held = event.timeStamp - press.at >= HOLD;
    if (press.isFinger && !held && canScroll(press.source, Math.abs(dx) > Math.abs(dy))) return this.#end();
    this.#lift(press, event);
  };

  #lift(press: Press, event: PointerEvent): void {
    const { source, thing, pointer } = press;
    const isWanted = this.#carrier.drops(thing).length > 0;
    if (!isWanted) return this.#vain(press);
    this.#isSpent = true;
    inspecting.close();
    // A finger's events go to what it touched first, until that is let go.
    const touched = event.target as Element;
    if (touched.hasPointerCapture?.(pointer)) touched.releasePointerCapture(pointer);
    if (this.#carrier.lifted?.(thing, pointer)) return this.#end();
    const box = source.getBoundingClientRect();
    const ghost = copyOf(source, box);
    ghost.classList.add('carried');
    this.#root.append(ghost);
    // Whatever its surroundings are, it begins where the thing lies.
    const now = ghost.getBoundingClientRect();
    const [left, top] = [2 * box.x - now.x, 2 * box.y - now.y];
    Object.assign(ghost.style, { left: `${left}px`, top: `${top}px` });
    source.dataset.lifted = '';
    document.documentElement.dataset.carrying = ''; // what lies over the table makes way
    this.#carried = { ghost, dx: -press.x, dy: -press.y, box };
    this.#follow(event);
  }

  /** What cannot go anywhere says why, as if it had been tapped. */
  #vain({ source }: Press): void {
    this.#end();
    if (source.getAttribute('aria-disabled') !== 'true') return;
    source.click();
    this.#isSpent = true;
  }

  // -- on the way --------------------------------------------------------------------------------

  #follow({ clientX: x, clientY: y }: PointerEvent): void {
    const { ghost, dx, dy } = this.#carried!;
    ghost.style.translate = `${x + dx}px ${y + dy}px`;
    const el = document.elementFromPoint(x, y);
    const drops = this.#carrier.drops(this.#press!.thing);
    this.#mark(drops);
    this.#over(found(drops, el));
    this.#rest(el?.closest('[data-spring]') ?? null);
  }

  /** The places that would take it stand out. */
  #mark(drops: Drop[]): void {
    const all = new Set<Element>(drops.flatMap(({ at }) => [...this.#root.querySelectorAll(at)]));
    for (const el of this.#root.querySelectorAll<HTMLElement>('[data-takes]')) {
      if (!all.delete(el)) delete el.dataset.takes;
    }
    for (const el of all) (el as HTMLElement).dataset.takes = '';
  }

  #over(next: { drop: Drop; el: Element } | null): void {
    if (next?.el === this.#under?.el) return;
    this.#under?.drop.above?.(false);
    (this.#under?.el as HTMLElement | undefined)?.removeAttribute('data-above');
    this.#under = next;
    next?.drop.above?.(true);
    next?.el.setAttribute('data-above', '');
  }

  #rest(el: Element | null): void {
    if (el === (this.#spring?.el ?? null)) return;
    clearTimeout(this.#spring?.timer);
    this.#spring = el && { el, timer: setTimeout(() => (el as HTMLElement).click(), SPRING) };
  }

  // -- the end -----------------------------------------------------------------------------------

  #up = (event: PointerEvent): void => {
    if (event.pointerId !== this.#press?.pointer) return;
    if (!this.#carried) return this.#end();
    this.#follow(event);
    const drop = this.#under?.drop;
    if (!drop) return this.#cancel();
    this.#end();
    drop.take();
  };

  #cancel = (): void => {
    const carried = this.#carried;
    if (!carried || pace() === 0) return this.#end();
    const ghost = carried.ghost.cloneNode(true) as HTMLElement;
    this.#root.append(ghost);
    this.#end();
    const back = ghost.animate([{}, { translate: '0 0', scale: 1, rotate: '0deg' }], {
      duration: BACK * pace(),
      easing: 'cubic-bezier(.3,0,.2,1)',
      fill: 'forwards',
    });
    const remove = () => ghost.remove();
    back.finished.then(remove, remove);
  };

  #lost = (event: PointerEvent): void => {
    if (event.pointerId === this.#press?.pointer) this.#cancel();
  };

  #end(): void {
    this.#listen(false);
    this.#over(null);
    this.#rest(null);
    this.#mark([]);
    this.#press?.source.removeAttribute('data-lifted');
    delete document.documentElement.dataset.carrying;
    this.#carried?.ghost.remove();
    this.#carried = null;
    this.#press = null;
  }

  #keydown = (event: KeyboardEvent): void => {
    if (!this.#carried) return;
    if (event.key === 'Escape') this.#cancel();
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  #listen(on: boolean): void {
    const act = on ? 'addEventListener' : 'removeEventListener';
    window[act]('pointermove', this.#move as EventListener);
    window[act]('pointerup', this.#up as EventListener);
    window[act]('pointercancel', this.#lost as EventListener);
    window[act]('keydown', this.#keydown as EventListener, true);
    window[act]('blur', this.#cancel);
  }

  // -- what the browser would do besides -----------------------------------------------------------

  #native = (event: Event): void => {
    if ((event.target as Element).closest?.('[data-drag]')) event.preventDefault();
  };
  #scroll = (event: TouchEvent): void => {
    if (this.#isSpent && event.cancelable) event.preventDefault();
  };
  #click = (event: MouseEvent): void => {
    if (!this.#isSpent || event.detail === 0) return;
    this.#isSpent = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}

/** The place an element belongs to. */
function found(drops: Drop[], el: Element | null): { drop: Drop; el: Element } | null {
  for (const drop of drops) {
    const place = el?.closest(drop.at);
    if (place) return { drop, el: place };
  }
  return null;
}

/** Would a finger that moves this way scroll something? */
function canScroll(from: Element, sideways: boolean): boolean {
  for (let el: Element | null = from; el; el = el.parentElement) {
    const style = getComputedStyle(el);
    const flow = sideways ? style.overflowX : style.overflowY;
    const more = sideways ? el.scrollWidth - el.clientWidth : el.scrollHeight - el.clientHeight;
    const isPage = el === document.scrollingElement;
    if (more > 1 && (isPage || flow === 'auto' || flow === 'scroll')) return true;
  }
  return false;
}
