/** What pages and the worker of the device say to each other, over one channel that all tabs share. */

export const CHANNEL = 'kamiza.device';
/** Held by the tab whose worker has the tables: two would write to one file. */
export const HOUSE_LOCK = 'kamiza.device';
export const pageLock = (page: string): string => `kamiza.page.${page}`;

export type FromPage =
  | { kind: 'here?'; page: string }
  | { kind: 'ask'; page: string; id: number; method: string; path: string; headers: Record<string, string>; body: string }
  | { kind: 'enter'; page: string; socket: number; path: string }
  | { kind: 'say'; page: string; socket: number; text: string }
  | { kind: 'leave'; page: string; socket: number };

export type FromHouse =
  /** Bytes that have come, of all. */
  | { kind: 'loading'; come: number; all: number }
  /** Another house means another worker: who sat at a table of the old one comes again. */
  | { kind: 'ready'; house: string }
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; page: string; id: number; status: number; headers: Record<string, string>; body: Uint8Array }
  | { kind: 'heard'; page: string; socket: number; text: string }
  | { kind: 'closed'; page: string; socket: number; code: number };
