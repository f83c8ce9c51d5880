/** The line to a table against a real WebSocket server that misbehaves. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketServer, WebSocket as Peer } from 'ws';
import { newId, TableSocket, type Status } from '../../src/lib/socket.ts';

type Message = Record<string, unknown>;

let server: WebSocketServer;
let heard: Message[];
let told: Message[];
let status: Status[];
let version: number | null;
let line: TableSocket | undefined;

beforeEach(async () => {
  heard = [];
  told = [];
  status = [];
  version = null;
  await listen(0);
});

afterEach(async () => {
  line?.close();
  await close();
});

async function listen(port: number) {
  server = new WebSocketServer({ port, host: '127.0.0.1' });
  server.on('connection', (peer) => {
    peer.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      heard.push(message);
      if (message.t === 'hello') say(peer, { t: 'welcome' });
    });
  });
  await once(server, 'listening');
}

async function close() {
  for (const peer of server.clients) peer.terminate();
  await new Promise((closed) => server.close(closed));
}

const port = () => (server.address() as AddressInfo).port;
const say = (peer: Peer, message: Message) => peer.send(JSON.stringify(message));
const everybody = (message: Message) => server.clients.forEach((peer) => say(peer, message));

function connect(tokens: string[], own?: string) {
  line = new TableSocket({
    url: `ws://127.0.0.1:${port()}`,
    tokens,
    own,
    version: () => version,
    onmessage: (message) => void told.push({ ...message }),
    onstatus: (now) => status.push(now),
    open: (url) => new Peer(url) as unknown as WebSocket, // Node 20 has none of its own
  });
}

async function until(condition: () => boolean) {
  for (let tries = 0; tries < 1000 && !condition(); tries++) {
    await new Promise((later) => setTimeout(later, 20));
  }
  expect(condition()).toBe(true);
}

const isOpen = () => status.at(-1) === 'open';

test('says hello with every token and the last version', async () => {
  version = 7;
  connect(['a', 'b']);
  await until(isOpen);
  const page = heard[0].page;
  expect(heard).toEqual([
    { t: 'hello', token: 'a', version: 7, page },
    { t: 'hello', token: 'b', version: 7, page },
  ]);
  expect(page).toBeTruthy();
});

test('an invitation is used once: from then on hello is said with the token of my own', async () => {
  server.removeAllListeners('connection');
  server.on('connection', (peer) => {
    peer.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      heard.push(message);
      if (heard.length === 2) say(peer, { t: 'seated', seat: 'B', token: 'mine' });
      if (heard.length === 1) peer.terminate(); // the answer is lost
      else say(peer, { t: 'welcome' });
    });
  });
  connect(['invite'], 'mine');
  await until(isOpen);
  server.clients.forEach((peer) => peer.terminate());
  await until(() => heard.length === 3 && isOpen());
  expect(heard.map(({ token, own }) => [token, own])).toEqual([
    ['invite', 'mine'],
    ['invite', 'mine'],
    ['mine', 'mine'],
  ]);
});

test('comes back and sends an unanswered act again with the same id', async () => {
  connect(['a']);
  await until(isOpen);
  const act = { t: 'move', id: newId(), seat: 'A', version: 1, moves: ['pass'] } as const;
  line!.send({ ...act, moves: [...act.moves] });
  await until(() => heard.some((message) => message.t === 'move'));
  version = 3;
  for (const peer of server.clients) peer.terminate();
  await until(() => heard.filter((message) => message.t === 'move').length === 2);
  expect(status).toEqual(['connecting', 'open', 'lost', 'connecting', 'open']);
  expect(heard.filter((message) => message.t === 'hello').at(-1)?.version).toBe(3);
  expect(heard.at(-1)).toEqual(act);
});

test('a network that is gone is noticed at once', async () => {
  connect(['a']);
  await until(isOpen);
  line!.drop();
  expect(status.at(-1)).toBe('lost');
  await until(() => status.filter((now) => now === 'open').length === 2);
});

test('what was answered is not sent again', async () => {
  connect(['a']);
  await until(isOpen);
  line!.send({ t: 'move', id: 'one', seat: 'A', version: 1, moves: ['pass'] });
  await until(() => heard.length === 2);
  everybody({ t: 'done', id: 'one', version: 2 });
  line!.send({ t: 'move', id: 'two', seat: 'A', version: 2, moves: ['pass'] });
  await until(() => heard.length === 3);
  everybody({ t: 'refused', id: 'two', version: 2 });
  await until(() => told.at(-1)?.t === 'refused');
  for (const peer of server.clients) peer.terminate();
  await until(() => status.filter((now) => now === 'open').length === 2);
  await new Promise((later) => setTimeout(later, 50));
  expect(heard.filter((message) => message.t === 'move').length).toBe(2);
});

test('a move that was too fast is sent again, and only as long as it has no answer', async () => {
  connect(['a']);
  await until(isOpen);
  const moves = () => heard.filter((message) => message.t === 'move').length;
  line!.send({ t: 'move', id: 'fast', seat: 'A', version: 1, moves: ['pass'] });
  line!.send({ t: 'undo', id: 'back', seat: 'A', version: 1 });
  await until(() => heard.length === 3);
  everybody({ t: 'error', code: 'too_fast' });
  await until(() => moves() === 2);
  everybody({ t: 'done', id: 'fast', version: 2 });
  everybody({ t: 'error', code: 'too_fast' });
  await new Promise((later) => setTimeout(later, 1200));
  expect(moves()).toBe(2);
  expect(heard.filter((message) => message.t === 'undo').length).toBe(1);
});

test('a busy server is asked again when it said so', async () => {
  let isBusy = true;
  server.removeAllListeners('connection');
  server.on('connection', (peer) => {
    peer.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      heard.push(message);
      if (isBusy) say(peer, { t: 'busy', id: message.id, seconds: 0.1, sentence: {} });
      else if (message.t === 'hello') say(peer, { t: 'welcome' });
      else say(peer, { t: 'done', id: message.id, version: 2 });
      isBusy = message.t === 'hello' && heard.length === 2;
    });
  });
  connect(['a']);
  await until(isOpen);
  expect(heard.map((message) => message.t)).toEqual(['hello', 'hello']);
  line!.send({ t: 'undo', id: 'back', seat: 'A', version: 1 });
  await until(() => heard.length === 4);
  expect(heard.slice(2)).toEqual([heard[2], heard[2]]);
  await new Promise((later) => setTimeout(later, 300));
  expect(heard.length).toBe(4);
});

test('an act made while the line is down goes out when it is back', async () => {
  connect(['a']);
  await until(isOpen);
  const old = port();
  await close();
  await until(() => status.includes('lost'));
  line!.send({ t: 'move', id: 'later', seat: 'A', version: 1, moves: ['pass'] });
  line!.send({ t: 'why', id: 'no', seat: 'A', move: 'sword' });
  await listen(old);
  await until(() => heard.some((message) => message.id === 'later'));
  expect(heard.some((message) => message.t === 'why')).toBe(false);
});

test.each([4001, 4003, 4004])('gives up when the server says %i', async (code) => {
  connect(['a']);
  await until(isOpen);
  for (const peer of server.clients) peer.close(code);
  await until(() => status.at(-1) === 'gone');
  await new Promise((later) => setTimeout(later, 600));
  expect(status.at(-1)).toBe('gone');
});

test('ids are never used twice', () => {
  expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000);
});
