import type { SVGAttributes } from 'svelte/elements';

/** How a picture is told to those who hear the page: by its label, or not at all. */
export function pictured(label?: string): SVGAttributes<SVGSVGElement> {
  return label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' };
}
