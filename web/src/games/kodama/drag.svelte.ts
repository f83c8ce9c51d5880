/** What a pointer does on the mat: carries and turns the held card, or moves the picture. */
import type { Camera } from './camera.ts';
import { moved, zoomed } from './camera.ts';
import { cling } from './judgement.ts';
import type { Scene } from './scene.svelte.ts';

const REACH_MM = 40; // a foot clings to bark so near, in units
const REACH_MOUSE = 22; // and so near on the screen, in pixels
const REACH_TOUCH = 30;
const TAP = 6; // pixels a finger may tremble
const NOTCH = 9; // of a wheel for one degree
const ABOVE = 46; // a finger must not hide the foot

interface Reach {
  mat(): HTMLElement | null;
  camera(): Camera;
  look(camera: Camera): void;
}

interface Finger {
  x: number;
  y: number;
  startX: number;
  startY: number;
}

export class Drag {
  readonly #scene: Scene;
  readonly #reach: Reach;
  #fingers = new Map<number, Finger>();
  #wheel = 0;
  #turned = 0;
  /** The newest place of the pointer; the card follows once per picture. */
  #latest: PointerEvent | null = null;

  constructor(scene: Scene, reach: Reach) {
    this.#scene = scene;
    this.#reach = reach;
  }

  // -- the held card -----------------------------------------------------------------------------

  /** The pointer takes the card that lies on the mat. */
  grab = (event: PointerEvent): void => {
    const { held } = this.#scene;
    if (!held || event.button !== 0) return;
    event.preventDefault();
    const [x, y] = this.#point(event.clientX, event.clientY);
    this.#note(event);
    if (this.#fingers.size > 1) return;
    this.#scene.drag = { pointer: event.pointerId, dx: held.x - x, dy: held.y - y, isNew: false };
  };

  #carry(event: PointerEvent): void {
    if (this.#latest === null) requestAnimationFrame(() => this.#follow());
    this.#latest = event;
  }

  #follow(): void {
    const event = this.#latest;
    this.#latest = null;
    const { drag, held, heldFace, tree } = this.#scene;
    if (!event || !drag || !held || !heldFace) return;
    const touch = event.pointerType === 'touch';
    const lift = drag.isNew && touch ? ABOVE : 0;
    const [x, y] = this.#point(event.clientX, event.clientY - lift);
    const pixels = touch ? REACH_TOUCH : REACH_MOUSE;
    const reach = Math.max(REACH_MM, pixels / this.#reach.camera().scale);
    const wished = { x: x + drag.dx, y: y + drag.dy, rot: held.rot };
    const found = cling(tree, heldFace.form, wished, reach, held.swings);
    this.#scene.held = { ...held, ...found, at: -1 };
  }

  /** A tap on the mat sends the foot of the held card there. */
  #sendTo(event: PointerEvent): void {
    const { held } = this.#scene;
    if (!held || this.#scene.drag) return;
    this.#scene.drag = { pointer: event.pointerId, dx: 0, dy: 0, isNew: false };
    this.#latest = event;
    this.#follow();
    this.#scene.drag = null;
  }

  wheel = (event: WheelEvent): void => {
    const delta = event.deltaY || event.deltaX;
    if (!this.#scene.held) {
      const [px, py] = this.#inside(event.clientX, event.clientY);
      this.#reach.look(zoomed(this.#reach.camera(), Math.exp(-delta / 500), px, py));
      return;
    }
    if (event.shiftKey) {
      this.#scene.turn(-Math.sign(delta) * 15);
      return;
    }
    this.#wheel += delta;
    const degrees = Math.trunc(this.#wheel / NOTCH);
    this.#wheel -= degrees * NOTCH;
    if (degrees) this.#scene.turn(-degrees);
  };

  // -- pointers ------------------------------------------------------------------------------------

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#note(event);
  };

  move = (event: PointerEvent): void => {
    const finger = this.#fingers.get(event.pointerId);
    const { drag } = this.#scene;
    if (this.#fingers.size === 2 && finger) {
      this.#twoFingers(event, finger);
      return;
    }
    if (drag?.pointer === event.pointerId) this.#carry(event);
    else if (finger && !drag) this.#pan(event, finger);
    if (finger) Object.assign(finger, { x: event.clientX, y: event.clientY });
  };

  up = (event: PointerEvent): void => {
    const finger = this.#fingers.get(event.pointerId);
    const alone = this.#fingers.size === 1;
    this.#fingers.delete(event.pointerId);
    const { drag } = this.#scene;
    if (drag?.pointer === event.pointerId) {
      this.#latest = event;
      this.#follow();
      this.#scene.drag = null;
      if (drag.isNew && !this.#isOver(event)) this.#scene.putBack();
    } else if (finger && alone && far(event, finger) <= TAP) {
      this.#sendTo(event);
    }
  };

  cancel = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    const { drag } = this.#scene;
    if (drag?.pointer !== event.pointerId) return;
    this.#scene.drag = null;
    if (drag.isNew) this.#scene.putBack();
  };

  #note(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    this.#fingers.set(event.pointerId, { x, y, startX: x, startY: y });
    this.#turned = 0;
  }

  #pan(event: PointerEvent, finger: Finger): void {
    // With a card in hand a tap means the card; only a longer way moves the picture.
    if (far(event, finger) <= TAP) return;
    const { x, y } = finger;
    this.#reach.look(moved(this.#reach.camera(), event.clientX - x, event.clientY - y));
  }

  /** Two fingers turn the held card; without one they move and enlarge the picture. */
  #twoFingers(event: PointerEvent, finger: Finger): void {
    const other = [...this.#fingers.entries()].find(([id]) => id !== event.pointerId)![1];
    const before = Math.atan2(finger.y - other.y, finger.x - other.x);
    const after = Math.atan2(event.clientY - other.y, event.clientX - other.x);
    const was = Math.hypot(finger.x - other.x, finger.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (this.#scene.held) {
      let change = ((after - before) * 180) / Math.PI;
      if (change > 180) change -= 360;
      if (change < -180) change += 360;
      this.#turned -= change;
      const degrees = Math.trunc(this.#turned);
      this.#turned -= degrees;
      if (degrees) this.#scene.turn(degrees);
    } else {
      const [px, py] = this.#inside((event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
      const camera = zoomed(this.#reach.camera(), is / Math.max(1, was), px, py);
      const [dx, dy] = [(event.clientX - finger.x) / 2, (event.clientY - finger.y) / 2];
      this.#reach.look(moved(camera, dx, dy));
    }
    Object.assign(finger, { x: event.clientX, y: event.clientY });
  }

  // -- where -----------------------------------------------------------------------------------------

  /** Nothing moves while a card is carried, so the mat is measured once per drag. */
  #box: { of: object; rect: DOMRect } | null = null;
  #rect(): DOMRect {
    const { drag } = this.#scene;
    if (!drag) return this.#reach.mat()!.getBoundingClientRect();
    if (this.#box?.of !== drag) {
      this.#box = { of: drag, rect: this.#reach.mat()!.getBoundingClientRect() };
    }
    return this.#box.rect;
  }
  #inside(clientX: number, clientY: number): [number, number] {
    const box = this.#rect();
    return [clientX - box.left, clientY - box.top];
  }
  #point(clientX: number, clientY: number): [number, number] {
    const [px, py] = this.#inside(clientX, clientY);
    const { left, top, scale } = this.#reach.camera();
    return [left + px / scale, top - py / scale];
  }
  #isOver(event: PointerEvent): boolean {
    const box = this.#reach.mat()!.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }
}

function far(event: PointerEvent, finger: Finger): number {
  return Math.hypot(event.clientX - finger.startX, event.clientY - finger.startY);
}
