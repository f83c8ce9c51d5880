/** What was thrown away here, so that my other devices throw it away too instead of bringing it back. */

import { recall, store } from '../storage.ts';

const KEY = 'kamiza.gone';
const MOST = 200;

export interface Gone {
  kind: string;
  id: string;
  at: number;
}

export const gone = (): Gone[] => recall<Gone[]>(KEY, []);

export function noteGone(kind: string, id: string): void {
  const others = gone().filter((one) => one.kind !== kind || one.id !== id);
  store(KEY, [{ kind, id, at: Date.now() }, ...others].slice(0, MOST));
}

export const forgetGone = (): void => store(KEY, []);
