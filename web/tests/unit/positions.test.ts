/** Positions in the browser: forms, fields, links. */
import { expect, test } from 'vitest';
import {
  BadLink, fieldAt, firstOf, fits, inputOf, linkIn, packed, unpacked, withField, withSeats, type Shape,
} from '../../src/lib/positions.ts'; // prettier-ignore

const SEAT: Shape = { $ref: '#/$defs/Seat' };
const CARDS: Shape = { enum: ['a', 'b'] };

test.each<[Shape, string]>([
  [{ type: 'integer', minimum: 1, maximum: 4 }, 'number'],
  [{ type: 'boolean' }, 'flag'],
  [SEAT, 'seat'],
  [{ anyOf: [SEAT, { type: 'null' }] }, 'seat'],
  [CARDS, 'one'],
  [{ anyOf: [CARDS, { type: 'null' }] }, 'one'],
  [{ type: 'array', items: CARDS }, 'many'],
  [{ type: 'array', items: SEAT }, 'seats'],
  [{ type: 'array', items: { type: 'integer' } }, 'numbers'],
  [{ type: 'array', items: { type: 'string' } }, 'lines'],
  [{ type: 'string', words: ['x', 'y'] }, 'words'],
  [{ type: 'string', letters: { 1: 'salt' } }, 'letters'],
  [{ type: 'string' }, 'text'],
  [{ type: 'object', properties: { n: { type: 'integer' } } }, 'parts'],
  [{ type: 'array', items: { type: 'object', properties: { card: CARDS } } }, 'entries'],
  [{ type: 'array', items: { type: 'object' } }, 'json'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'json'],
  [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, 'lines'],
])('%j is edited as %s', (shape, kind) => {
  const input = inputOf(shape);
  expect(input.kind).toBe(kind);
  expect(fits(input, firstOf(shape))).toBe(true);
});

test('what somebody wrote by hand may fit no input, and is shown as it is', () => {
  expect(fits(inputOf({ type: 'integer' }), '3')).toBe(false);
  expect(fits(inputOf({ type: 'string', letters: { 1: 'salt' } }), '19')).toBe(false);
  expect(fits(inputOf({ type: 'array', items: CARDS }), [1])).toBe(false);
  expect(fits(inputOf(CARDS), null)).toBe(false);
});

test('fields by their path', () => {
  const position = { seats: 2, altar: 'a', players: { A: { hand: '3' } } };
  expect(fieldAt(position, 'A.hand')).toBe('3');
  expect(fieldAt(position, 'B.hand')).toBeUndefined();
  expect(withField(position, 'B.hand', '1').players).toEqual({ A: { hand: '3' }, B: { hand: '1' } });
  expect(withField(position, 'altar', undefined)).toEqual({ seats: 2, players: { A: { hand: '3' } } });
  expect(withField(position, 'altar', null).altar).toBeNull();
  expect(position.altar).toBe('a');
});

test('fewer seats have fewer players, and somebody of them is asked', () => {
  const position = { seats: 3, asked: 'C', players: { A: {}, C: {} } };
  expect(withSeats(position, 2, ['A', 'B', 'C'])).toEqual({ seats: 2, asked: 'A', players: { A: {} } });
});

test('a link brings back what went into it', async () => {
  const position = { seats: 2, players: { A: { hand: ['神', null, 1.5, { a: [] }] } } };
  const link = (await packed(position))!;
  expect(link).toMatch(/^1[\w-]+$/);
  expect(await unpacked(link)).toEqual(position);
  expect(linkIn(` https://kamiza.example/edit/shintoh#${link}\n`)).toEqual({ game: 'shintoh', link });
  expect(linkIn('{"seats": 2}')).toBeNull();
});

test('what is too long is no link', async () => {
  const noise = Array.from({ length: 9000 }, (_, n) => (n * 7919) % 9973);
  expect(await packed({ noise })).toBeNull();
});

test('bad links are refused, also those that would unpack without end', async () => {
  const link = (await packed({ seats: 2 }))!;
  const bomb = (await packed({ x: '0'.repeat(70_000) }))!;
  expect(bomb.length).toBeLessThan(1000);
  const list = btoa('[1]').replaceAll('=', '');
  for (const bad of ['', '2abc', '1', link.slice(0, -4), `${link}%`, '1'.repeat(7000), bomb, `1${list}`]) {
    await expect(unpacked(bad), bad.slice(0, 20)).rejects.toThrow(BadLink);
  }
});
