/** What tests of tables on a device share: somebody who was here once, a plain web host, and its questions. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PYTHON, REHEARSAL, SOURCES, visit } from './harness.mjs';

const SITE = process.env.KAMIZA_SITE ?? fileURLToPath(new URL('../../../build/site', import.meta.url));
const KEPT = 90_000; // milliseconds until all parts of the pages are

/** A device as the tests want it: bots do not pause, and the same cards come in every run. */
export const rehearse = (page) =>
  page.addInitScript((house) => localStorage.setItem('kamiza.house', house), JSON.stringify({ bot_pause: 0, rehearsal: REHEARSAL }));

/** Somebody who was here once. */
export async function visitOnce(browser, url, options = {}) {
  const page = await visit(browser, { serviceWorkers: 'allow', ...options });
  page.foreign = [];
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^http/.test(protocol) && origin !== new URL(url).origin) page.foreign.push(request.url());
  });
  await rehearse(page);
  await page.goto(url);
  const since = performance.now();
  while (!(await page.evaluate(isKept))) {
    assert.ok(performance.now() - since < KEPT, 'the service worker keeps the pages');
    await page.waitForTimeout(200);
  }
  return page;
}

/** Runs in the page: has the service worker kept all its parts? */
async function isKept() {
  const { controller } = navigator.serviceWorker;
  if (!controller) return false;
  const parts = await fetch(new URL('parts.json', controller.scriptURL)).then((answer) => answer.json());
  const kept = await caches.open('kamiza-pages').then((shelf) => shelf.keys());
  return kept.length > parts.length;
}

/** Python's plain web host with the files of `make site` in a folder. */
export async function openSite() {
  const folder = await mkdtemp(join(tmpdir(), 'kamiza-site-'));
  await cp(SITE, join(folder, 'games', 'kamiza'), { recursive: true });
  const probe = createServer();
  await new Promise((ready) => probe.listen(0, '127.0.0.1', ready));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  const host = spawn(PYTHON, ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', folder], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/games/kamiza/`;
  for (let tries = 0; !(await fetch(url).catch(() => null))?.ok; tries++) {
    if (tries > 100) throw new Error('The web host does not start.');
    await new Promise((later) => setTimeout(later, 100));
  }
  const stop = async () => {
    if (host.exitCode !== null || host.signalCode !== null) return;
    const ended = new Promise((done) => host.once('exit', done));
    host.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

/** Ask the tables of this device as the pages do. */
export const ask = (page, path, token = '', body = null) =>
  page.evaluate(
    ([path, token, body]) => {
      const channel = new BroadcastChannel('kamiza.device');
      const id = Math.floor(Math.random() * 1e9);
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      const method = body ? 'POST' : 'GET';
      const said = body ? JSON.stringify(body) : '';
      channel.postMessage({ kind: 'ask', page: 'test', id, method, path, headers, body: said });
      return new Promise((done) => {
        channel.onmessage = ({ data }) => {
          if (data.kind !== 'answer' || data.page !== 'test' || data.id !== id) return;
          channel.close();
          done({ status: data.status, body: JSON.parse(new TextDecoder().decode(data.body)) });
        };
      });
    },
    [path, token, body],
  );

/** Follow a link of ours, without loading the page again; a plain web host has them behind `?`. */
export const walk = (page, path) =>
  page.evaluate((path) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = document.querySelector('.brand').getAttribute('href').startsWith('?') ? `?${path}` : path;
    link.click();
    link.remove();
  }, path);

const shown = (page) => new URL(page.url());
export const tableOf = (page) => (shown(page).search || shown(page).pathname).split('/').at(-1);
export const tokenOf = (page) => shown(page).hash.slice(1);

/** A new table of this device, kept as the lobby keeps it. What was made. */
export async function makeHere(page, path, order) {
  const { status, body: made } = await ask(page, path, '', order);
  assert.equal(status, 201, JSON.stringify(made));
  await page.evaluate(([game, { table, seats, host, spectator }]) => {
    const places = JSON.parse(localStorage.getItem('kamiza.tables') ?? '[]');
    const tokens = seats.filter(({ mine }) => mine).map(({ token }) => token);
    const place = { table, game, tokens, links: [], host, spectator, at: Date.now(), names: [], state: 'theirs' };
    localStorage.setItem('kamiza.tables', JSON.stringify([place, ...places]));
  }, [order.game ?? path.split('/')[3], made]);
  return made;
}

/** The same, and all its people sit down at this screen. */
export async function sitHere(page, game, players) {
  const made = await makeHere(page, '/api/tables', { game, players });
  await walk(page, `/t/${made.table}#${made.seats[0].token}`);
  return made;
}

/** CPython plays a record again, and every hash has to be the same. */
export async function playsAlike(record) {
  const script =
    'import sys\nfrom kamiza import games\nfrom kamiza.core.record import read_record, verify\n' +
    'record = read_record(sys.stdin.read())\nverify(games.game(record.game), record)';
  const python = spawn(PYTHON, ['-c', script], { env: { ...process.env, PYTHONPATH: SOURCES } });
  let complaint = '';
  python.stderr.on('data', (text) => (complaint += text));
  python.stdin.end(JSON.stringify(record));
  const code = await new Promise((done) => python.once('close', done));
  assert.equal(code, 0, complaint);
}
