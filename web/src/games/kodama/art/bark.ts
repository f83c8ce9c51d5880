/**
 * What is drawn on a card: bark along the limb data, gently smoothed, and leaves at the buds.
 * Everything is a text of SVG in card coordinates with y downwards, so that the same picture
 * serves the table, the small trees and a file to keep.
 */
import type { Form, Limb, Point } from '../kernel/shapes.ts';

const INK = '#1F1B16';
const BARK = '#8A6038';
const LIGHT = '#B88A55';
const GRAIN = '#4A2F17';
const LEAVES = ['#A9C36C', '#8FAE57', '#79994A'];
const BEND = 0.15; // how far the controls of a curve lie along its neighbours
const OUTLINE = 16;

/** `full` has grain, light and leaves; `plain` is for small pictures; `bare` is `full` without the cards. */
export type Detail = 'full' | 'plain' | 'bare';

/** Numbers that look like chance but are the same on every screen. */
function dice(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

const n = (value: number) => String(Math.round(value * 10) / 10);

/** A smooth way through all points of a limb; y turned downwards, moved aside by a little. */
function wayOf(points: readonly Point[], dx = 0, dy = 0): string {
  const at = points.map(([x, y]) => [x + dx, -y + dy]);
  let way = `M${n(at[0][0])},${n(at[0][1])}`;
  for (let i = 1; i < at.length; i++) {
    const [before, from, to, after] = [at[i - 2] ?? at[i - 1], at[i - 1], at[i], at[i + 1] ?? at[i]];
    const c1 = [from[0] + (to[0] - before[0]) * BEND, from[1] + (to[1] - before[1]) * BEND];
    const c2 = [to[0] - (after[0] - from[0]) * BEND, to[1] - (after[1] - from[1]) * BEND];
    way += ` C${[...c1, ...c2, ...to].map(n).join(',')}`;
  }
  return way;
}

function stroke(way: string, colour: string, width: number, cap = 'round'): string {
  return `<path d="${way}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="${cap}" stroke-linejoin="round"/>`;
}

/** Short strokes along the limb, two or three side by side. */
function grainOf(limb: Limb, random: () => number): string {
  const rows = limb.halfWidth > 60 ? 3 : 2;
  let marks = '';
  for (let i = 1; i < limb.points.length; i++) {
    const [ax, ay] = limb.points[i - 1];
    const [bx, by] = limb.points[i];
    const length = Math.hypot(bx - ax, by - ay);
    const [ux, uy] = [(bx - ax) / length, (ay - by) / length];
    const steps = Math.max(1, Math.round(length / 72));
    for (let step = 0; step < steps; step++) {
      for (let row = 0; row < rows; row++) {
        const reach = 18 + random() * limb.halfWidth * 0.7;
        const aside = (random() * 1.5 - 0.75) * limb.halfWidth;
        const along = ((step + 0.3 + random() * 0.4) / steps) * length - reach / 2;
        const x = ax + ux * along - uy * aside;
        const y = -ay + uy * along + ux * aside;
        const bow = 4 + random() * 4;
        marks += `M${n(x)},${n(y)}q${n((ux * reach) / 2 + uy * bow)},${n((uy * reach) / 2 - ux * bow)} ${n(ux * reach)},${n(uy * reach)}`;
      }
    }
  }
  return `<path d="${marks}" fill="none" stroke="${GRAIN}" stroke-width="6.5" stroke-linecap="round" opacity=".8"/>`;
}

/** Leaves sprout behind the tips of the limbs. */
function leavesOf(form: Form, random: () => number): string {
  let leaves = '';
  for (const [x, y, direction] of form.buds) {
    for (const [back, side, lean, size] of [
      [12, -1, 62, 2.3], [38, 1, 54, 2.5], [92, -1, 66, 2.1],
    ]) { // prettier-ignore
      const way = (direction * Math.PI) / 180;
      const aside = 22 * side;
      const leafX = x - Math.cos(way) * back + Math.sin(way) * aside;
      const leafY = -(y - Math.sin(way) * back) + Math.cos(way) * aside;
      const turn = -direction + side * (lean + (random() * 12 - 6));
      const colour = LEAVES[Math.floor(random() * 3)];
      leaves +=
        `<g transform="translate(${n(leafX)},${n(leafY)}) rotate(${n(turn)}) scale(${size})">` +
        `<path d="M0,0C8,-12 26,-14 40,-2C28,12 10,14 0,0Z" fill="${colour}" stroke="${INK}" stroke-width="2.4"/>` +
        `<path d="M0,0C12,0 22,-1 32,-1.6" fill="none" stroke="#55742F" stroke-width="1.8"/></g>`;
    }
  }
  return leaves;
}

const GRASS =
  `<path d="M-450,-60C-300,-120 -200,-70 -110,-90C0,-120 120,-70 220,-100C320,-120 400,-80 450,-70V0H-450Z" fill="#B9CB8C" stroke="${INK}" stroke-width="7"/>` +
  `<path d="M-380,-40l16,-46 14,44M-260,-36l14,-40 16,40M250,-36l16,-46 14,44M350,-30l14,-38 14,38" fill="none" stroke="#55742F" stroke-width="8" stroke-linecap="round"/>`;

/** The limbs of a form, without paper, icons and clipping. */
export function barkOf(form: Form, detail: Detail): string {
  const random = dice(form.id);
  const ways = form.limbs.map((limb) => wayOf(limb.points));
  const cap = detail === 'plain' ? 'butt' : 'round'; // plain cards are not clipped
  const dark = form.limbs.map((limb, i) => stroke(ways[i], INK, 2 * limb.halfWidth + OUTLINE, cap));
  const brown = form.limbs.map((limb, i) => stroke(ways[i], BARK, 2 * limb.halfWidth, cap));
  const ground = form.id.startsWith('TR') ? GRASS : '';
  if (detail === 'plain') return ground + dark.join('') + brown.join('');
  const light = form.limbs.map((limb) => {
    const shift = limb.halfWidth * 0.34;
    const shine = wayOf(limb.points, -shift, -shift * 0.59);
    return stroke(shine, LIGHT, limb.halfWidth / 2) + grainOf(limb, random);
  });
  return ground + leavesOf(form, random) + dark.join('') + brown.join('') + light.join('');
}
