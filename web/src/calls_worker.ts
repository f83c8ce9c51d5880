/**
 * What happens when the table calls and no page is open. A call knows no link of a seat: a click opens
 * the table by its name, and the page finds the link that this device has kept.
 */

/** What the server pushes; see `kamiza/server/calls/senders.py`. */
export interface PushedCall {
  title: string;
  body: string;
  /** Empty if it is about several. */
  table: string;
  language: string;
  open: string;
  stop: string;
  /** Ends the calls of this table; good for nothing else. */
  ticket: string;
}

interface Told extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Pushed extends Told {
  data: { json(): unknown } | null;
}
interface Clicked extends Told {
  action: string;
  notification: { close(): void; data: { table?: string; ticket?: string } | null };
}
interface Page {
  url: string;
  focus(): Promise<unknown>;
}

/** As much of the worker's world as is used here; the pages have another one. */
export interface CallsScope {
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: {
    matchAll(which: object): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: string, heard: (event: never) => void): void;
}

const NOTHING: PushedCall = {
  title: 'Kamiza',
  body: '',
  table: '',
  language: 'en',
  open: '',
  stop: '',
  ticket: '',
};

function read(event: Pushed): PushedCall {
  try {
    return { ...NOTHING, ...(event.data?.json() as Partial<PushedCall>) };
  } catch {
    return NOTHING; // a browser wants to see something for every push
  }
}

async function show(scope: CallsScope, call: PushedCall): Promise<void> {
  const actions = call.ticket
    ? [
        { action: 'open', title: call.open },
        { action: 'stop', title: call.stop },
      ]
    : [];
  await scope.registration.showNotification(call.title, {
    body: call.body,
    lang: call.language,
    // A newer call of the same table takes the place of the older one.
    tag: `kamiza-${call.table || 'tables'}`,
    renotify: true,
    icon: '/icon.svg',
    data: { table: call.table, ticket: call.ticket },
    actions,
  });
}

async function answer(scope: CallsScope, event: Clicked): Promise<void> {
  const { table = '', ticket = '' } = event.notification.data ?? {};
  event.notification.close();
  if (event.action === 'stop' && ticket) {
    await fetch(`/api/calls/stop/${ticket}`, { method: 'POST' });
    return;
  }
  const place = table ? `/t/${table}` : '/';
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === place);
  await (there ? there.focus() : scope.clients.openWindow(place));
}

export function answerCalls(scope: CallsScope): void {
  scope.addEventListener('push', (event: Pushed) => event.waitUntil(show(scope, read(event))));
  scope.addEventListener('notificationclick', (event: Clicked) =>
    event.waitUntil(answer(scope, event)),
  );
}
