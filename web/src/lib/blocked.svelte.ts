/** Names this browser does not want to hear from, at any table. */

import { recall, store } from './storage.ts';

const KEY = 'kamiza.blocked';
const MOST = 200;

const blocked = $state<{ names: string[] }>({ names: recall<string[]>(KEY, []) });

export function isBlocked(name: string | undefined): boolean {
  return !!name && blocked.names.includes(name);
}

export function toggleBlocked(name: string): void {
  const others = blocked.names.filter((one) => one !== name);
  blocked.names = others.length < blocked.names.length ? others : [...others, name].slice(-MOST);
  store(KEY, blocked.names);
}
