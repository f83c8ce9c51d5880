/** Positions in the browser: their parts, their forms, and how a link carries one. */

import type { Seat } from './wire.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Position = { [name: string]: Json };

/** A form as JSON Schema; `words` and `letters` say what a text is made of. */
export interface Shape {
  $ref?: string;
  anyOf?: Shape[];
  enum?: string[];
  type?: string;
  items?: Shape;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  words?: string[];
  letters?: Record<string, string>;
  ordered?: boolean;
}

export type Input =
  | { kind: 'number'; least: number; most: number }
  | { kind: 'flag' }
  | { kind: 'one'; values: string[]; none: boolean }
  | { kind: 'seat'; none: boolean }
  | { kind: 'many'; values: string[] }
  | { kind: 'seats' }
  | { kind: 'words'; values: string[] }
  | { kind: 'letters'; letters: Record<string, string>; ordered: boolean; most: number }
  | { kind: 'numbers' }
  | { kind: 'parts'; parts: [string, Shape][]; none: boolean }
  | { kind: 'entries'; item: Shape }
  | { kind: 'lines' }
  | { kind: 'text' }
  | { kind: 'json' };

const isNull = (shape: Shape) => shape.type === 'null';

/** The input that fits a form, or plain text where none does. */
export function inputOf(shape: Shape): Input {
  if (shape.anyOf) return inputOfSome(shape.anyOf.filter((one) => !isNull(one)), shape.anyOf.some(isNull));
  return inputOfOne(shape, false);
}

function inputOfSome(shapes: Shape[], none: boolean): Input {
  if (shapes.length === 1) return inputOfOne(shapes[0], none);
  const list = shapes.find(({ type }) => type === 'array');
  return list && !none ? inputOfOne(list, false) : { kind: 'json' };
}

function inputOfOne(shape: Shape, none: boolean): Input {
  if (shape.$ref) return { kind: 'seat', none };
  if (shape.enum) return { kind: 'one', values: shape.enum, none };
  if (shape.properties) return { kind: 'parts', parts: Object.entries(shape.properties), none };
  if (none) return { kind: 'json' };
  if (shape.type === 'integer') return { kind: 'number', least: shape.minimum ?? 0, most: shape.maximum ?? 1e6 };
  if (shape.type === 'boolean') return { kind: 'flag' };
  if (shape.words) return { kind: 'words', values: shape.words };
  if (shape.letters) {
    return { kind: 'letters', letters: shape.letters, ordered: shape.ordered ?? false, most: shape.maxLength ?? 99 };
  }
  if (shape.type === 'string') return { kind: 'text' };
  return shape.type === 'array' && shape.items ? inputOfList(shape.items) : { kind: 'json' };
}

function inputOfList(item: Shape): Input {
  if (item.$ref) return { kind: 'seats' };
  if (item.enum) return { kind: 'many', values: item.enum };
  if (item.type === 'integer') return { kind: 'numbers' };
  if (item.type === 'string') return { kind: 'lines' };
  return isPlain(item) ? { kind: 'entries', item } : { kind: 'json' };
}

/** Can every part of it be given without writing JSON? */
function isPlain(shape: Shape): boolean {
  const input = inputOf(shape);
  return input.kind === 'parts' && input.parts.every(([, part]) => inputOf(part).kind !== 'json');
}

/** Does a value have the form that an input shows? Whatever somebody wrote by hand may not. */
export function fits(input: Input, value: Json): boolean {
  switch (input.kind) {
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'one':
    case 'seat':
      return typeof value === 'string' || (value === null && input.none);
    case 'words':
    case 'text':
      return typeof value === 'string';
    case 'letters':
      return typeof value === 'string' && [...value].every((letter) => letter in input.letters);
    case 'many':
    case 'seats':
    case 'lines':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'numbers':
      return Array.isArray(value) && value.every((item) => typeof item === 'number');
    case 'entries':
      return Array.isArray(value);
    case 'parts':
      return isTable(value) || (value === null && input.none);
    default:
      return true;
  }
}

export const isTable = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Something of this form to begin with. */
export function firstOf(shape: Shape): Json {
  const input = inputOf(shape);
  switch (input.kind) {
    case 'number':
      return Math.max(0, input.least);
    case 'flag':
      return false;
    case 'one':
      return input.none ? null : input.values[0];
    case 'seat':
      return input.none ? null : 'A';
    case 'parts':
      return input.none ? null : Object.fromEntries(input.parts.map(([name, part]) => [name, firstOf(part)]));
    case 'many':
    case 'seats':
    case 'lines':
    case 'numbers':
    case 'entries':
      return [];
    case 'json':
      return {};
    default:
      return '';
  }
}

// -- fields by their path: "altar", "A.hand" ---------------------------------------------------

const split = (path: string): [Seat | null, string] => {
  const [seat, name] = path.split('.');
  return name ? [seat as Seat, name] : [null, path];
};

export function fieldAt(position: Position, path: string): Json | undefined {
  const [seat, name] = split(path);
  if (seat === null) return position[name];
  const players = position.players;
  const entry = isTable(players) ? players[seat] : undefined;
  return isTable(entry) ? entry[name] : undefined;
}

/** The position with another value of a field, or without the field. */
export function withField(position: Position, path: string, value: Json | undefined): Position {
  const [seat, name] = split(path);
  if (seat === null) return changed(position, name, value);
  const players = isTable(position.players) ? position.players : {};
  const entry = players[seat];
  return { ...position, players: { ...players, [seat]: changed(isTable(entry) ? entry : {}, name, value) } };
}

function changed(table: Position, name: string, value: Json | undefined): Position {
  const { [name]: _, ...others } = table;
  return value === undefined ? others : { ...table, [name]: value };
}

/** Only the players of a table for so many. */
export function withSeats(position: Position, seats: number, letters: readonly Seat[]): Position {
  const players = isTable(position.players) ? position.players : {};
  const kept = Object.entries(players).filter(([seat]) => letters.slice(0, seats).includes(seat as Seat));
  const asked = letters.slice(0, seats).includes(position.asked as Seat) ? position.asked : 'A';
  return { ...position, seats, asked, players: Object.fromEntries(kept) };
}

// -- links -------------------------------------------------------------------------------------

/** Longer links are cut by mail programs and chats. */
export const MOST_LINK = 6000;
const MOST_UNPACKED = 64 * 1024;
const FORMAT = '1';

export class BadLink extends Error {}

async function through(bytes: Uint8Array<ArrayBuffer>, by: TransformStream<BufferSource, Uint8Array>): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(by as never).getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_UNPACKED) {
      await reader.cancel();
      throw new BadLink();
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A position as it stands behind `#`; null if that would be too long for a link. */
export async function packed(position: Position): Promise<string | null> {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  const small = await through(bytes, new CompressionStream('deflate-raw') as never);
  const text = btoa(String.fromCharCode(...small));
  const link = FORMAT + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return link.length > MOST_LINK ? null : link;
}

/** The position of a link; whatever is none is a `BadLink`. */
export async function unpacked(link: string): Promise<Position> {
  if (!link.startsWith(FORMAT) || link.length > MOST_LINK || !/^[\w-]+$/.test(link)) throw new BadLink();
  try {
    const text = atob(link.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const whole = await through(bytes, new DecompressionStream('deflate-raw') as never);
    const position = JSON.parse(new TextDecoder().decode(whole)) as Json;
    if (isTable(position)) return position;
  } catch {
    // Whatever is wrong with it, it is no link of ours.
  }
  throw new BadLink();
}

/** The game and the packed position, if a text is a link to the editor. */
export function linkIn(text: string): { game: string; link: string } | null {
  const found = /^\S*\/edit\/(\w+)#(\S+)$/.exec(text.trim());
  return found && { game: found[1], link: found[2] };
}
