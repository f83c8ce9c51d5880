/** The browser's storage, which may be full, forbidden or written by an older version. */

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Who wants to know that something was stored: whoever keeps several devices in step. */
export const listeners = new Set<(key: string) => void>();

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window: everything still works, only not remembered.
  }
  for (const listener of listeners) listener(key);
}
