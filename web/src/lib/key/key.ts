/**
 * A key of one's own: six words, made here and shown to nobody but their owner. From them follow the
 * name under which a server keeps what it is given, the proof that opens it again, and what it is sealed
 * with. The server sees the name and the proof, of which it keeps a hash; never a word, and nothing open.
 *
 * Six words of a list of 2048 are 66 bits. That alone would be little against somebody who has the
 * server's file and tries keys on many machines; every try costs 600,000 rounds of SHA-256, which is
 * another 19 bits of work, and at 85 nobody arrives. Seven words would be harder to say on the telephone.
 */

import list from './words.txt?raw';

export const WORDS: readonly string[] = list.trim().split(/\s+/);
export const COUNT = 6;
const ROUNDS = 600_000;
const SALT = 'Kamiza, a key of six words';

/** What follows from the words; `seed` is kept so that they need not be worked on again. */
export interface Key {
  words: string[];
  seed: string;
  name: string;
  proof: string;
  seal: CryptoKey;
  tag: CryptoKey;
}

/** A browser makes keys only on a page that came safely: over https, or from this very machine. */
export const canHaveKey = (): boolean => Boolean(globalThis.crypto?.subtle);

export function newWords(): string[] {
  // 2048 divides 2^16, so every word is as likely as any other.
  const chosen = crypto.getRandomValues(new Uint16Array(COUNT));
  return Array.from(chosen, (number) => WORDS[number % WORDS.length]);
}

/** Six words however they were written down; null if they are not six, else also which are none. */
export function readWords(text: string): { words: string[]; unknown: string[] } | null {
  const words = text.normalize('NFKC').toLowerCase().match(/[a-z]+/g) ?? [];
  if (words.length !== COUNT) return null;
  return { words, unknown: words.filter((word) => !WORDS.includes(word)) };
}

/** The address that brings the words to another device; what stands behind `#` is never sent. */
export const linkOf = (words: string[], origin = location.origin): string =>
  `${origin}/me#${words.join('-')}`;

const utf8 = new TextEncoder();
const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** Takes about half a second, on a slow telephone two or three. */
export async function keyOf(words: string[]): Promise<Key> {
  const base = await crypto.subtle.importKey('raw', utf8.encode(words.join(' ')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const way = { name: 'PBKDF2', hash: 'SHA-256', salt: utf8.encode(SALT), iterations: ROUNDS };
  return keyFromSeed(words, hex(await crypto.subtle.deriveBits(way, base, 256)));
}

export async function keyFromSeed(words: string[], seed: string): Promise<Key> {
  const base = await crypto.subtle.importKey('raw', unhex(seed), 'HKDF', false, [
    'deriveBits',
    'deriveKey',
  ]);
  const way = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: utf8.encode(info),
  });
  const [name, proof, seal, tag] = await Promise.all([
    crypto.subtle.deriveBits(way('name'), base, 128),
    crypto.subtle.deriveBits(way('proof'), base, 256),
    crypto.subtle.deriveKey(way('seal'), base, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
    crypto.subtle.deriveKey(
      way('tag'),
      base,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign'],
    ),
  ]);
  return { words, seed, name: hex(name), proof: hex(proof), seal, tag };
}

/** What a thing is called on the server: always the same, and nobody else can tell what it is. */
export async function tagOf(key: Key, thing: string): Promise<string> {
  return hex(await crypto.subtle.sign('HMAC', key.tag, utf8.encode(thing))).slice(0, 32);
}

const NONCE = 12;
/** Sealed things come in steps of so many bytes, so that their length tells little. */
const STEP = 128;

async function squeezed(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unsqueezed(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

/** Seal something under its tag: in another thing's place it does not open. */
export async function seal(key: Key, tag: string, value: unknown): Promise<string> {
  const packed = await squeezed(JSON.stringify(value));
  const padded = new Uint8Array(Math.ceil((packed.length + 4) / STEP) * STEP);
  new DataView(padded.buffer).setUint32(0, packed.length);
  padded.set(packed, 4);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const way = { name: 'AES-GCM', iv: nonce, additionalData: utf8.encode(tag) };
  const closed = new Uint8Array(await crypto.subtle.encrypt(way, key.seal, padded));
  return btoa(String.fromCharCode(...nonce, ...closed));
}

/** What was sealed; fails if it was changed, moved, or sealed with another key. */
export async function unseal(key: Key, tag: string, sealed: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(sealed), (sign) => sign.charCodeAt(0));
  const way = {
    name: 'AES-GCM',
    iv: bytes.slice(0, NONCE),
    additionalData: utf8.encode(tag),
  };
  const padded = await crypto.subtle.decrypt(way, key.seal, bytes.slice(NONCE));
  const length = new DataView(padded).getUint32(0);
  return JSON.parse(await unsqueezed(new Uint8Array(padded, 4, length)));
}
