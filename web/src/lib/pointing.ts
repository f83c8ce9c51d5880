/** Words that name something on the table light it up, and open it if it is a card. */

import type { LogLine } from './wire.ts';

const OPEN = 'kamiza-open';

/** What a line is about: the things it names, or else whoever it tells of. */
export function thingsOf(line: LogLine): string[] {
  if (line.about?.length) return line.about;
  return line.seat ? [`seat:${line.seat}`] : [];
}

export function found(thing: string): HTMLElement[] {
  const name = CSS.escape(thing);
  return [...document.querySelectorAll<HTMLElement>(`[data-card-key=${name}], [data-about~=${name}]`)];
}

/** Light up these things and nothing else. */
export function pointAt(things: string[]): void {
  document.querySelectorAll('.pointed').forEach((el) => el.classList.remove('pointed'));
  for (const thing of things) found(thing).forEach((el) => el.classList.add('pointed'));
}

/** Ask the board to open the first of these things that it can open; false if there is none. */
export function openThing(things: string[], at: Element): boolean {
  const detail = { things, box: at.getBoundingClientRect(), opened: false };
  dispatchEvent(new CustomEvent(OPEN, { detail }));
  return detail.opened;
}

/** A board opens what is named elsewhere; returns how to stop. */
export function onOpen(open: (thing: string, box: DOMRect) => boolean): () => void {
  const listen = (event: Event) => {
    const { detail } = event as CustomEvent<{ things: string[]; box: DOMRect; opened: boolean }>;
    detail.opened ||= detail.things.some((thing) => open(thing, detail.box));
  };
  addEventListener(OPEN, listen);
  return () => removeEventListener(OPEN, listen);
}

/** A pile that lends its picture to a card of the same name has not changed with it. */
const canChange = (el: HTMLElement) => el.dataset.place === undefined || el.dataset.cardKey === undefined;

/** Mark what others changed; returns how to take the marks away. */
export function markChanged(lines: LogLine[]): () => void {
  const marked = lines.flatMap((line) =>
    (line.about ?? []).flatMap(found).filter(canChange).map((el) => ({ el, seat: line.seat ?? '' })),
  );
  for (const { el, seat } of marked) el.dataset.since = seat;
  return () => marked.forEach(({ el }) => delete el.dataset.since);
}
