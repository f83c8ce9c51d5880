/**
 * Cards travel from where they were to where they are. A board marks them:
 *
 *   data-card-key="god:orochi"   the same card before and after
 *   data-card-from="pile"        a card that was not there before comes out of this place
 *   data-card-to="hand-B"        where it goes when it is no longer there; "mover" is whoever acted
 *   data-card-flies              seen on its way only: something else shows the thing at rest
 *   data-place="pile"            such a place; every player has one, "seat-B"
 *
 * Only what changed place moves; any key or click finishes the movement at once.
 */

const TRAVEL = 320;
const NEXT = 60;
const LONGEST = 900;
const FADE = 100;
const HALO = 2000;
const NUDGE = 12; // pixels; less than that is only a neighbour making room

interface Place {
  box: DOMRect;
  /** The region it lies in, and where in it: a region that shifts as a whole moves no card. */
  region: Element | null;
  x: number;
  y: number;
  el: HTMLElement;
}

export type Places = Map<string, Place>;

let running: Animation[] = [];

/** Where everything lies now. */
export function places(root: Element | null): Places {
  const found: Places = new Map();
  for (const el of root?.querySelectorAll<HTMLElement>('[data-card-key], [data-place]') ?? []) {
    const key = el.dataset.cardKey ?? `place:${el.dataset.place}`;
    const place = placeOf(el);
    // A phone shows a player in several places, most of them hidden.
    if (place.box.width > 0 || !found.has(key)) found.set(key, place);
  }
  return found;
}

function placeOf(el: HTMLElement): Place {
  const box = el.getBoundingClientRect();
  const region = el.closest('[data-region]');
  const around = region?.getBoundingClientRect();
  return { box, region, x: box.x - (around?.x ?? 0), y: box.y - (around?.y ?? 0), el };
}

/** Let everything that lies elsewhere than before travel there. `mover` names whose act it was. */
export function travel(root: Element | null, before: Places, pace: number, mover: string): void {
  finish();
  if (!root || before.size === 0) return;
  // All measuring first: an animation that has begun would make every further look expensive.
  const moves: [HTMLElement, Place, Place][] = [];
  for (const el of root.querySelectorAll<HTMLElement>('[data-card-key]')) {
    const old =
      before.get(el.dataset.cardKey!) ??
      (el.dataset.cardFrom ? before.get(`place:${el.dataset.cardFrom}`) : undefined);
    const now = placeOf(el);
    if (!old || old.box.width === 0 || now.box.width === 0 || !moved(old, now)) continue;
    moves.push([el, old, now]);
  }
  const left = pace === 0 ? [] : departures(root, before, mover);
  moves.forEach(([el, old, now], step) => {
    if (old.region !== now.region) halo(el, mover);
    running.push(pace === 0 ? fadeIn(el) : carry(el, old.box, now.box, pace, step));
  });
  for (const [gone, to] of left) running.push(leave(root, gone, to, pace));
}

/** What lay there and lies nowhere now, and the place it goes to. */
function departures(root: Element, before: Places, mover: string): [Place, DOMRect][] {
  const gone = [...before.values()].filter(({ el, box }) => el.dataset.cardTo && !el.isConnected && box.width > 0);
  if (gone.length === 0) return [];
  const after = places(root);
  return gone.flatMap((place) => {
    if (after.has(place.el.dataset.cardKey!)) return [];
    const to = place.el.dataset.cardTo === 'mover' ? `seat-${mover}` : place.el.dataset.cardTo;
    const there = after.get(`place:${to}`);
    return there && there.box.width > 0 ? [[place, there.box] as [Place, DOMRect]] : [];
  });
}

/** A copy of something on the table that means nothing there; it lies above it at `box`. */
export function copyOf(el: HTMLElement, box: DOMRect): HTMLElement {
  const ghost = el.cloneNode(true) as HTMLElement;
  for (const name of ['cardKey', 'place', 'about', 'choice', 'answer', 'why', 'drag', 'drop', 'space', 'object']) delete ghost.dataset[name];
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  ghost.classList.add('leaving');
  const { style } = ghost;
  style.position = 'fixed'; // whatever its own style says
  style.left = `${box.x}px`;
  style.top = `${box.y}px`;
  style.width = `${box.width}px`;
  style.height = `${box.height}px`;
  return ghost;
}

/** A copy of what is gone, on its way. */
function leave(root: Element, { el, box }: Place, to: DOMRect, pace: number): Animation {
  const ghost = copyOf(el, box);
  root.append(ghost);
  const x = to.x + to.width / 2 - box.x - box.width / 2;
  const y = to.y + to.height / 2 - box.y - box.height / 2;
  const scale = Math.min(0.8, Math.max(0.2, to.height / box.height));
  const animation = ghost.animate(
    [{ transform: 'none', opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0 }],
    { duration: TRAVEL * 1.6 * pace, fill: 'forwards', easing: 'cubic-bezier(.4,0,.3,1)' },
  );
  const remove = () => ghost.remove();
  animation.finished.then(remove, remove);
  return animation;
}

/** Input never waits for a picture. */
export function finish(): void {
  for (const animation of running) animation.finish();
  running = [];
}

function moved(old: Place, now: Place): boolean {
  if (old.region !== now.region) return true;
  return Math.hypot(old.x - now.x, old.y - now.y) > NUDGE;
}

function carry(el: HTMLElement, old: DOMRect, now: DOMRect, pace: number, step: number): Animation {
  const x = old.x + old.width / 2 - now.x - now.width / 2;
  const y = old.y + old.height / 2 - now.y - now.height / 2;
  const scale = Math.min(3, Math.max(0.33, old.width / now.width));
  const turn = Math.sign(x) * Math.min(4, Math.abs(x) / 60);
  const seen = el.dataset.cardFlies === undefined ? {} : { opacity: 1 };
  const delay = Math.min(step * NEXT, LONGEST - TRAVEL) * pace;
  return el.animate(
    [
      { transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`, zIndex: 30, ...seen },
      { transform: 'none', zIndex: 30, ...seen },
    ],
    { duration: TRAVEL * pace, delay, fill: 'backwards', easing: 'cubic-bezier(.2,.7,.2,1)' },
  );
}

function fadeIn(el: HTMLElement): Animation {
  return el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
}

/** "Just moved": a halo in the mover's colour. */
function halo(moved: HTMLElement, mover: string): void {
  if (!mover) return;
  const el = moved.dataset.cardFlies === undefined ? moved : moved.parentElement!;
  el.classList.add('just-moved', `s-${mover}`);
  setTimeout(() => el.classList.remove('just-moved', `s-${mover}`), HALO);
}
