/** A tree as a picture to keep: one file of SVG that needs nothing else, or a PNG. */
import type { Detail } from './bark.ts';
import { boxOf, formSymbol, treeMarkup, type Lying } from './picture.ts';
import { FEATURE_SYMBOLS } from './sprite.ts';

const AROUND = 260;
const FOOT = 420;
const PIXELS = 2000; // the longer side of a PNG

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface Kept {
  svg: string;
  width: number;
  height: number;
}

/** The tree on its meadow, with a title and a line below. */
export function pictureOf(tree: readonly Lying[], title: string, below: string, detail: Detail = 'full'): Kept {
  const box = boxOf(tree);
  const left = Math.min(-900, box.left) - AROUND;
  const right = Math.max(900, box.right) + AROUND;
  const top = Math.max(1900, box.top) + AROUND;
  const [width, height] = [right - left, top + FOOT];
  const middle = (left + right) / 2;
  const forms = [...new Set(tree.map(({ face }) => face.form))];
  const hill = (y: number, rise: number, colour: string) =>
    `<path d="M${left},${y}C${left + width / 4},${y - rise} ${left + width * 0.66},${y + rise / 2} ${right},${y - rise / 2}V${FOOT}H${left}Z" fill="${colour}"/>`;
  const serif = 'Hiragino Mincho ProN, Yu Mincho, Noto Serif CJK JP, Noto Serif, Georgia, serif';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${-top} ${width} ${height}" width="${width / 2}" height="${height / 2}">` +
    `<title>${escape(title)}</title><defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">` +
    `<stop offset="0" stop-color="#DDE9EC"/><stop offset=".62" stop-color="#F6F0DE"/><stop offset="1" stop-color="#E9E2C2"/></linearGradient>` +
    `${FEATURE_SYMBOLS}${forms.map((form) => formSymbol(form, detail)).join('')}</defs>` +
    `<rect x="${left}" y="${-top}" width="${width}" height="${height}" fill="url(#sky)"/>` +
    `<circle cx="${right - width * 0.22}" cy="${-top + 620}" r="330" fill="#C8402B" opacity=".16"/>` +
    hill(-160, 130, '#CBD3A2') + hill(-60, 90, '#B5C384') +
    `<ellipse cx="0" cy="8" rx="900" ry="46" fill="#1F1B16" opacity=".1"/>` +
    treeMarkup(tree, detail) +
    `<g font-family="${serif}" text-anchor="middle" fill="#1F1B16"><text x="${middle}" y="180" font-size="120" font-weight="600">${escape(title)}</text>` +
    `<text x="${middle}" y="310" font-size="78" fill="#5B5246">${escape(below)}</text></g></svg>`; // prettier-ignore
  return { svg, width, height };
}

export function svgBlob(kept: Kept): Blob {
  return new Blob([kept.svg], { type: 'image/svg+xml' });
}

/** The same picture in pixels. */
export async function pngBlob({ svg, width, height }: Kept): Promise<Blob> {
  const image = new Image();
  // A data: address, because the page's policy allows no blob: pictures.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = PIXELS / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  );
}
