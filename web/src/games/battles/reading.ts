/** Card text on hover, on focus and on a long press. */
import type { Scene } from './scene.svelte.ts';

const HOVER = 320;
const PRESS = 450;

export function reading(node: HTMLElement, given: { scene: Scene; id: string }) {
  let { scene, id } = given;
  node.dataset.reads = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed = false;

  const show = () => (scene.read = { id, box: node.getBoundingClientRect() });
  const hide = () => {
    clearTimeout(timer);
    if (scene.read?.id === id) scene.read = null;
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') timer = setTimeout(show, HOVER);
  };
  const down = (event: PointerEvent) => {
    clearTimeout(timer);
    pressed = false;
    if (event.pointerType === 'mouse') return hide();
    timer = setTimeout(() => {
      pressed = true;
      show();
    }, PRESS);
  };
  const up = (event: PointerEvent) => {
    clearTimeout(timer);
    if (event.pointerType !== 'mouse' && !pressed) hide();
  };
  const focus = () => node.matches(':focus-visible') && show();
  /** The finger that held a card to read it does not choose it. */
  const click = (event: Event) => {
    if (!pressed) return;
    pressed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const menu = (event: Event) => pressed && event.preventDefault();

  const listeners: [string, (event: any) => unknown][] = [
    ['pointerenter', enter],
    ['pointerleave', hide],
    ['pointerdown', down],
    ['pointerup', up],
    ['pointercancel', hide],
    ['focus', focus],
    ['blur', hide],
    ['contextmenu', menu],
  ];
  for (const [name, listener] of listeners) node.addEventListener(name, listener);
  node.addEventListener('click', click, true);
  return {
    update(next: { scene: Scene; id: string }) {
      if (next.id !== id) hide();
      ({ scene, id } = next);
    },
    destroy() {
      hide();
      for (const [name, listener] of listeners) node.removeEventListener(name, listener);
      node.removeEventListener('click', click, true);
    },
  };
}
