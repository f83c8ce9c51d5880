import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { facesOf, type CardData, type Face } from '../../src/games/kodama/kernel/cards.ts';
import { turn } from '../../src/games/kodama/kernel/shapes.ts';
import { CODES, OVER_LIMIT, parentOrCode } from '../../src/games/kodama/kernel/spots.ts';
import { baseScore, placed, type Placed, type Tree } from '../../src/games/kodama/kernel/trees.ts';

/** The placements that `make web-test` lets Python judge; the form is told in that script. */
const FILE = new URL('../../../build/kodama_placements.bin.gz', import.meta.url);
const CARD = 8;
const PLACEMENT = 9;
const NONE = 255;

interface Header {
  limit: number;
  trees: number;
  placements: number;
  codes: string[];
  cards: string[];
  gallery: CardData;
}

function recorded() {
  if (!existsSync(FILE)) throw new Error('make build/kodama_placements.bin.gz first');
  const data = gunzipSync(readFileSync(FILE));
  const end = data.indexOf(10);
  const header = JSON.parse(data.toString('utf8', 0, end)) as Header;
  return { header, body: new DataView(data.buffer, data.byteOffset + end + 1) };
}

const { header, body } = recorded();
const faces = facesOf(header.gallery);
const face = (number: number): Face => faces.get(header.cards[number])!;

function readTree(at: number): [Tree, number] {
  const size = body.getUint8(at);
  const tree: Placed[] = [];
  for (let card = 0, start = at + 1; card < size; card++, start += CARD) {
    const { form, icons } = face(body.getUint8(start));
    const parent = body.getUint8(start + 7);
    const [x, y] = [body.getInt16(start + 1, true), body.getInt16(start + 3, true)];
    const rotation = body.getUint16(start + 5, true);
    tree.push(placed(form, icons, x, y, rotation, parent === NONE ? null : parent));
  }
  return [tree, at + 1 + size * CARD];
}

/** Parent or minus code, and the base score, as the browser sees it. */
function judge(tree: Tree, { form, icons }: Face, x: number, y: number, rotation: number) {
  const parent = parentOrCode(tree, form, x, y, rotation);
  if (parent < 0) return [parent, 0];
  const score = baseScore(tree, icons, parent);
  return [score > header.limit ? -OVER_LIMIT : parent, score];
}

describe('the geometry of the browser [KO-GEO-04..14] [KO-AC-80]', () => {
  test('says the same as Python of at least 200,000 placements', () => {
    const wrong: string[] = [];
    const seen = new Map<string, number>();
    let at = 0;
    let made = 0;
    for (let number = 0; number < header.trees; number++) {
      const [tree, after] = readTree(at);
      const count = body.getUint16(after, true);
      at = after + 2;
      for (let place = 0; place < count; place++, at += PLACEMENT, made++) {
        const card = face(body.getUint8(at));
        const [x, y] = [body.getInt16(at + 1, true), body.getInt16(at + 3, true)];
        const rotation = body.getUint16(at + 5, true);
        const [found, score] = judge(tree, card, x, y, rotation);
        const answer = body.getInt8(at + 7);
        const code = CODES[answer < 0 ? -answer : 0];
        seen.set(code, (seen.get(code) ?? 0) + 1);
        if (found !== answer || score !== body.getUint8(at + 8)) {
          wrong.push(`tree ${number}: ${card.id} @${x},${y} r${rotation}: ${answer}, here ${found}`);
        }
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(made).toBe(header.placements);
    expect(made).toBeGreaterThanOrEqual(200_000);
    expect(header.codes).toEqual([...CODES]);
    for (const code of CODES) expect(seen.get(code), code).toBeGreaterThan(100);
  }, 60_000);

  test('rounds as the specification says [KO-AC-66]', () => {
    expect(turn(630, 0, 15)).toEqual([609, 163]);
    expect(turn(0, 880, 15)).toEqual([-228, 850]);
    expect(turn(-315, 880, 37)).toEqual([-781, 513]);
    expect(turn(315, 440, 123)).toEqual([-541, 25]);
    expect(turn(0, 880, 270)).toEqual([880, 0]);
  });

  const LEGAL = 0;
  const judged = (trunk: string, card: string, x: number, y: number, rotation = 0) => {
    const { form, icons } = faces.get(trunk)!;
    const answer = judge([placed(form, icons, 0, 0, 0, null)], faces.get(card)!, x, y, rotation)[0];
    return CODES[answer < 0 ? -answer : LEGAL];
  };
  test.each([
    ['TR4', 'B30', 105, 460, 'legal'], // the edge of the bark [KO-AC-70]
    ['TR4', 'B30', 106, 460, 'not_on_bark'],
    ['TR4', 'B30', 75, 460, 'legal'], // tangent to the icon [KO-AC-71]
    ['TR4', 'B30', 74, 460, 'covers_feature'],
    ['TR4', 'B30', 95, 440, 'legal'], // on the edge of the table [KO-AC-72]
    ['TR4', 'B30', 95, 439, 'off_table'],
    ['TR4', 'B30', 3000, 3000, 'touches_nothing'], // [KO-AC-73]
    ['TR4', 'B30', 5371, 3000, 'off_table'],
    ['TR1', 'B11', 21, 1300, 'legal'], // bark ends at the card [KO-AC-74]
    ['TR1', 'B11', 21, 1301, 'touches_nothing'],
  ])('%s with %s at %i, %i: %s', (trunk, card, x, y, code) => {
    expect(judged(trunk, card, x, y)).toBe(code);
  });
});
