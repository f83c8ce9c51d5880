/**
 * The file of all tables, page by page in the browser's own database. What a change has touched is kept in
 * one transaction: after a sudden end all of it is there, or nothing.
 */

const NAME = 'kamiza';
const STORE = 'pages';
const PAGE = 4096;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((kept, failed) => {
    request.onsuccess = () => kept(request.result);
    request.onerror = () => failed(request.error);
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

/** Where the file is read and written: the memory of Python. */
export interface Place {
  read(): Uint8Array;
  write(bytes: Uint8Array): void;
}

export class Shelf {
  /** None if the browser has closed it, as it does when somebody clears what pages keep. */
  #database: IDBDatabase | null = null;
  #kept: Uint8Array;

  private constructor(database: IDBDatabase, kept: Uint8Array) {
    this.#kept = kept;
    this.#use(database);
  }

  #use(database: IDBDatabase): IDBDatabase {
    database.onclose = () => (this.#database = null);
    return (this.#database = database);
  }

  static async open(): Promise<Shelf> {
    const database = await open();
    const store = database.transaction(STORE).objectStore(STORE);
    const [numbers, pages] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const kept = new Uint8Array(numbers.length * PAGE);
    numbers.forEach((number, at) => kept.set(pages[at] as Uint8Array, (number as number) * PAGE));
    return new Shelf(database, kept);
  }

  get kept(): Uint8Array {
    return this.#kept;
  }

  /** Keep what is new; it fails as a whole. */
  async save(file: Uint8Array): Promise<void> {
    const now = file.slice();
    // Nobody knows what a closed one still has: then every page is new.
    const old = this.#database ? this.#kept : new Uint8Array();
    const database = this.#database ?? this.#use(await open());
    const changed: number[] = [];
    for (let start = 0; start < now.length; start += PAGE) {
      if (differ(now, old, start)) changed.push(start / PAGE);
    }
    const size = now.length / PAGE;
    if (changed.length === 0 && now.length === old.length) return;
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(STORE);
    for (const number of changed) store.put(now.slice(number * PAGE, (number + 1) * PAGE), number);
    store.delete(IDBKeyRange.lowerBound(size));
    await new Promise<void>((kept, failed) => {
      transaction.oncomplete = () => kept();
      transaction.onerror = transaction.onabort = () => failed(transaction.error);
    }).catch((error: unknown) => {
      // Nothing of it was kept, perhaps not in a new database either: the next time every page is new.
      database.close();
      this.#database = null;
      throw error;
    });
    this.#kept = now;
  }
}

function differ(one: Uint8Array, other: Uint8Array, start: number): boolean {
  if (start + PAGE > other.length) return true;
  for (let at = start; at < start + PAGE; at++) if (one[at] !== other[at]) return true;
  return false;
}
