/**
 * A text as a QR code, for the camera of a phone (ISO/IEC 18004, model 2). Bytes only, error
 * correction M, versions 1 to 10: room for 213 bytes, and a link has about seventy.
 */

/** For each version: bytes of error correction in a block, then how many blocks of how many bytes. */
const BLOCKS: [number, ...[number, number][]][] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
];
/** Where the small squares are centred; the first version has none. */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = (boolean | undefined)[][];

/** The squares of the code row by row, true is dark; null for a text that is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, at) => bytes.length <= room(at + 1)) + 1;
  if (version === 0) return null;
  const words = interleaved(version, dataWords(version, bytes));
  const codes = MASKS.map((_, mask) => drawn(version, words, mask));
  const faults = codes.map(penalty);
  return codes[faults.indexOf(Math.min(...faults))];
}

/** The dark squares as one path, for `<svg viewBox="0 0 n n">`. */
export function qrPath(code: boolean[][]): string {
  const runs = code.map((row, y) =>
    row.map((dark, x) => (dark && !row[x - 1] ? `M${x},${y}h${runFrom(row, x)}v1H${x}z` : '')).join(''),
  );
  return runs.join('');
}

function runFrom(row: boolean[], from: number): number {
  const end = row.indexOf(false, from);
  return (end < 0 ? row.length : end) - from;
}

// -- what is written -----------------------------------------------------------------------------

function capacity(version: number): number {
  const [, ...groups] = BLOCKS[version - 1];
  return groups.reduce((sum, [count, size]) => sum + count * size, 0);
}

/** Kind and length take twelve bits, or twenty from version 10 on. */
function room(version: number): number {
  return capacity(version) - (version < 10 ? 2 : 3);
}

function dataWords(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, 4);
  const words = Array.from({ length: bits.length >> 3 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  );
  for (let pad = 0; words.length < capacity(version); pad++) words.push(pad % 2 ? 0x11 : 0xec);
  return words;
}

/** Blocks with their error correction, one byte of each in turn. */
function interleaved(version: number, data: number[]): number[] {
  const [extra, ...groups] = BLOCKS[version - 1];
  let from = 0;
  const blocks = groups.flatMap(([count, size]) =>
    Array.from({ length: count }, () => data.slice(from, (from += size))),
  );
  const checks = blocks.map((block) => remainder(block, generator(extra)));
  const longest = Math.max(...blocks.map((block) => block.length));
  const turns = (parts: number[][], length: number) =>
    Array.from({ length }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat();
  return [...turns(blocks, longest), ...turns(checks, extra)];
}

// -- arithmetic with bytes, modulo x^8 + x^4 + x^3 + x^2 + 1 ------------------------------------------

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The product of (x - 2^i) for as many i, without its leading one. */
function generator(degree: number): number[] {
  let found = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    found = found.map((factor, at) => times(factor, root) ^ (found[at + 1] ?? 0));
    root = times(root, 2);
  }
  return found;
}

function remainder(block: number[], divisor: number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest = divisor.map((part, at) => (rest[at + 1] ?? 0) ^ times(part, factor));
  }
  return rest;
}

// -- where it is written -------------------------------------------------------------------------

function drawn(version: number, words: number[], mask: number): boolean[][] {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  drawMarks(grid, version);
  drawFormat(grid, mask);
  if (version >= 7) drawVersion(grid, version);
  drawWords(grid, words, MASKS[mask]);
  return grid as boolean[][];
}

function drawMarks(grid: Grid, version: number): void {
  const size = grid.length;
  const square = (cx: number, cy: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let y = Math.max(0, cy - reach); y <= Math.min(size - 1, cy + reach); y++) {
      for (let x = Math.max(0, cx - reach); x <= Math.min(size - 1, cx + reach); x++) {
        grid[y][x] = isDark(Math.max(Math.abs(x - cx), Math.abs(y - cy)));
      }
    }
  };
  for (let at = 0; at < size; at++) grid[6][at] = grid[at][6] = at % 2 === 0;
  const far = size - 4;
  for (const [x, y] of [[3, 3], [far, 3], [3, far]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const centres = CENTRES[version - 1];
  const last = centres.length - 1;
  centres.forEach((y, row) =>
    centres.forEach((x, column) => {
      const isCorner = (row === 0 && column === 0) || (row === 0 && column === last) || (row === last && column === 0);
      if (!isCorner) square(x, y, 2, (ring) => ring !== 1);
    }),
  );
}

/** Number and check bits, the highest first. */
function withCheck(value: number, divisor: number, bits: number): number {
  let rest = value;
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return (value << bits) | rest;
}

function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = withCheck(mask, 0x537, 10) ^ 0x5412; // error correction M is 00
  for (let at = 0; at < 15; at++) {
    const dark = ((bits >> at) & 1) === 1;
    // Beside the first square, around its corner; and once more beside the other two.
    if (at < 8) grid[at < 6 ? at : at + 1][8] = dark;
    else grid[8][at === 8 ? 7 : 14 - at] = dark;
    if (at < 8) grid[8][size - 1 - at] = dark;
    else grid[size - 15 + at][8] = dark;
  }
  grid[size - 8][8] = true;
}

function drawVersion(grid: Grid, version: number): void {
  const bits = withCheck(version, 0x1f25, 12);
  for (let at = 0; at < 18; at++) {
    const dark = ((bits >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), grid.length - 11 + (at % 3)];
    grid[near][far] = grid[far][near] = dark;
  }
}

/** In columns of two, up and down from the lower right, around everything that is drawn. */
function drawWords(grid: Grid, words: number[], mask: (x: number, y: number) => boolean): void {
  const size = grid.length;
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const goesUp = ((right + 1) & 2) === 0;
      const y = goesUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== undefined) continue;
        const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        grid[y][x] = (bit === 1) !== mask(x, y);
        at += 1;
      }
    }
  }
}

// -- which mask is read best -----------------------------------------------------------------------

function penalty(code: boolean[][]): number {
  const size = code.length;
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x]))];
  let faults = 0;
  for (const line of lines) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/(.)\1{4,}/g) ?? []) faults += run.length - 2;
    faults += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const same = code[y][x] === code[y][x - 1] && code[y][x] === code[y - 1][x] && code[y][x] === code[y - 1][x - 1];
      if (same) faults += 3;
    }
  }
  const dark = code.flat().filter(Boolean).length / (size * size);
  return faults + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
