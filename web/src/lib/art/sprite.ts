/**
 * Symbols are put into the page once, as drawn, and shown with `<use href="#…">`: no request, and
 * the theme's colours reach into them. A symbol file is imported with `?raw` by the module that
 * needs it, so a page only carries the pictures of its own game.
 */
const inlined = new Set<string>();

export function inline(file: string): void {
  if (inlined.has(file)) return;
  inlined.add(file);
  const holder = document.createElement('div');
  holder.innerHTML = file;
  const sprite = holder.firstElementChild as SVGSVGElement;
  // Not display:none, which would also switch the clip paths off.
  sprite.style.position = 'absolute';
  document.body.prepend(sprite);
}
