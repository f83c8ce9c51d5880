/** A real server on a free port with an empty data folder, and a real Chromium. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

import { chromiumPath } from './chromium.mjs';

const REPO = fileURLToPath(new URL('../../..', import.meta.url));
export const PYTHON = process.env.KAMIZA_PYTHON ?? join(REPO, '.venv/bin/python');
export const SOURCES = process.env.KAMIZA_PATH ?? process.env.PYTHONPATH ?? join(REPO, 'src');
/** The same shuffles and quick bots in every run; `KAMIZA_REHEARSAL=` (empty) leaves them to chance. */
export const REHEARSAL = process.env.KAMIZA_REHEARSAL ?? 'kamiza';
const PAGES = join(REPO, 'src/kamiza/server/static/index.html');

export const DESKTOP = { width: 1280, height: 720 };
export const PHONE = { width: 390, height: 844 };
export const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };
export const STILL = { reducedMotion: 'reduce' };
export const MIKA = { kind: 'person', name: 'Mika' };
export const HARU = { kind: 'person', name: 'Haru' };

export let server;
export let browser;
/** A file of tests has one server, with these further arguments, and one browser. */
export function setUp(args = [], andThen = () => {}, ownGames = '') {
  before(async () => {
    server = await Server.start(args, ownGames);
    browser = await openBrowser();
    await andThen(); // hooks of a file run side by side, so what needs these two comes here
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}

async function freePort() {
  const probe = createServer();
  await new Promise((ready) => probe.listen(0, '127.0.0.1', ready));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  return port;
}

export class Server {
  /** Further arguments of `kamiza serve`, such as `--away-seconds 2`, and games that live in the tests. */
  static async start(args = [], ownGames = '') {
    if (!existsSync(PAGES)) throw new Error('The pages are not built: npm run build');
    const server = new Server();
    server.data = await mkdtemp(join(tmpdir(), 'kamiza-browser-'));
    server.port = await freePort();
    server.args = args;
    const path = ownGames ? [SOURCES, REPO].join(delimiter) : SOURCES;
    server.env = { ...process.env, PYTHONPATH: path, KAMIZA_GAMES: ownGames };
    await server.run();
    return server;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async run() {
    const fixed = ['--port', String(this.port), '--data', this.data, '--bot-pause', '0'];
    const roomy = ['--tables-per-minute', '1000', '--search-budget', '50', '--win-chance-milliseconds', '20'];
    const run = ['-m', 'kamiza.server.serve', ...fixed, ...roomy, '--rehearsal', REHEARSAL, ...this.args];
    this.process = spawn(PYTHON, run, { env: this.env, stdio: ['ignore', 'ignore', 'inherit'] });
    for (let tries = 0; tries < 200; tries++) {
      const answer = await fetch(`${this.url}/healthz`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((later) => setTimeout(later, 100));
    }
    throw new Error('The server does not start.');
  }

  async halt() {
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill('SIGTERM');
    await ended;
  }

  async stop() {
    await this.halt();
    await rm(this.data, { recursive: true, force: true });
  }

  /** A new table over the programming interface; the first named person is "mine". */
  async table(players, more = {}, token = '') {
    const answer = await fetch(`${this.url}/api/tables`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.url, ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ game: 'shintoh', players, ...more }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return this.linked(await answer.json());
  }

  /** The same with a shuffle that is known beforehand; see `prepare.py`. */
  async preparedTable(number, players, more = {}) {
    const env = { ...process.env, PYTHONPATH: SOURCES };
    const script = fileURLToPath(new URL('prepare.py', import.meta.url));
    const maker = spawn(PYTHON, [script, this.data, String(number)], { env });
    maker.stdin.end(JSON.stringify({ players, ...more }));
    let [said, complaint] = ['', ''];
    maker.stdout.on('data', (text) => (said += text));
    maker.stderr.on('data', (text) => (complaint += text));
    const code = await new Promise((done) => maker.once('close', done));
    if (code !== 0) throw new Error(complaint);
    return this.linked(JSON.parse(said.trim().split('\n').at(-1)));
  }

  linked(made) {
    const tokens = Object.fromEntries(made.seats.map(({ seat, token }) => [seat, token]));
    made.link = (seat) => `${this.url}/t/${made.table}#${tokens[seat]}`;
    return made;
  }
}

/** How Chromium is started; with a folder it remembers. */
export async function openBrowser(folder) {
  const options = {
    executablePath: await chromiumPath(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  };
  return folder ? chromium.launchPersistentContext(folder, { viewport: DESKTOP, ...options }) : chromium.launch(options);
}

/** A visitor with a memory of their own. Everything the page complains about is collected. */
export async function visit(browser, { settings = {}, ...options } = {}) {
  // What a service worker keeps would be asked for beside what a test counts; who wants it says so.
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en', serviceWorkers: 'block', ...options });
  const kept = { lang: 'en', theme: 'light', volume: 0, name: 'Mika', coach: false, playback: 'none', ...settings };
  await context.addInitScript((kept) => {
    if (!localStorage.getItem('kamiza.settings')) {
      localStorage.setItem('kamiza.settings', JSON.stringify(kept));
    }
  }, kept);
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') page.complaints.push(message.text());
  });
  return page;
}

/** Somebody who opens the link of their seat. */
export async function sitDown(made, options = {}, seat = 'A') {
  const page = await visit(browser, options);
  await page.goto(made.link(seat));
  return page;
}

/** The same for the first two seats. */
export const bothSitDown = async (made, ...options) => [
  await sitDown(made, options[0]),
  await sitDown(made, options[1], 'B'),
];

/** Go away; nothing may have been complained about. */
export async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

/** F6 comes to every region of the board once. */
export async function walkRegions(page) {
  const walked = [];
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('F6');
    walked.push(await page.evaluate(() => document.activeElement.dataset.region));
  }
  assert.deepEqual([...walked].sort(), ['log', 'mine', 'others', 'question', 'table']);
}

/** On a phone the question panel is at the foot of the screen, and what is to be touched large enough. */
export async function roomForFingers(page, things) {
  const box = await page.locator('.question-panel').boundingBox();
  assert.ok(Math.abs(box.y + box.height - PHONE.height) <= 1, 'the question panel is at the foot');
  const small = await page.locator(things).evaluateAll((all) =>
    all
      .map((el) => [el.getBoundingClientRect(), el.outerHTML.slice(0, 90)])
      .filter(([{ width, height }]) => Math.min(width, height) < 44)
      .map(([, what]) => what),
  );
  assert.deepEqual(small, []);
}

export const widthOf = (page) => page.evaluate(() => document.documentElement.scrollWidth);

const axe = await readFile(
  fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)),
  'utf8',
);

/** Wait until whatever moves or fades and comes to an end has done so: half a colour has no contrast. */
export async function atRest(page) {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/** What axe-core finds serious or critical on the page as it is now. */
export async function seriousFaults(page) {
  await atRest(page);
  await page.evaluate(axe); // injected by the debugger, so the page's policy does not apply
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })))
    .map(({ id, html }) => `${id}: ${html.slice(0, 160)}`);
}

export const bots = (count, level = 'heuristic') =>
  Array.from({ length: count }, () => ({ kind: 'bot', level }));

/** The open question of this page, once it is mine or the game is over. */
export async function myTurn(page, timeout = 30_000) {
  await page.waitForFunction(
    () =>
      document.querySelector('.question-panel.mine:not([aria-busy=true]) [data-answer]') ||
      document.querySelector('.question-panel.over [data-answer], .scoring'),
    null,
    { timeout },
  );
  return (await page.locator('.question-panel.mine').count()) > 0;
}

export const isOver = (page) => page.getByRole('button', { name: /Play again|もう一度遊ぶ/ }).isVisible();

/** Press what copies a link; the link. */
export async function copyLink(page, name) {
  const button = page.getByRole('button', { name });
  await button.waitFor();
  // It says so for a moment only, so the page itself looks out for it.
  const said = page.waitForFunction(() => [...document.querySelectorAll('button')].some((el) => el.innerText.trim() === 'Copied'));
  await button.click();
  await said;
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Somebody at a table leaves the rest of the game to a bot. */
export async function letItPlay(page) {
  await page.locator('.question-panel').first().waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Let it play' }).click();
}

/** Wait until a game can be looked at from its end: however long that takes, as long as it goes on. */
export async function ended({ table, seats }, server) {
  const ask = (what, headers = {}) => fetch(`${server.url}/api/tables/${table}/${what}`, { headers });
  for (let version, since = performance.now(); !(await ask('replay')).ok; ) {
    const standing = await (await ask('standing', { Authorization: `Bearer ${seats[0].token}` })).json();
    if (standing.version !== version) [version, since] = [standing.version, performance.now()];
    assert.ok(performance.now() - since < 60_000, `${table} stands still at ${version}`);
    await new Promise((later) => setTimeout(later, 250));
  }
}

/**
 * Answer until the game is over; every page plays its own seat, passing two times out of three.
 * However long anybody waits in between, it is the same game.
 */
export async function playOut(pages) {
  let answers = 0;
  for (let tries = 0; tries < 4000; tries++) {
    for (const page of pages) {
      const did = await page.evaluate(answerOnce, answers % 3 !== 0);
      if (did === 'over') return;
      if (did === 'mine') answers += 1;
    }
    await pages[0].waitForTimeout(20);
  }
  throw new Error('The game does not end.');
}

/** Runs in the page. */
function answerOnce(wantsPass) {
  if (document.querySelector('.question-panel.over, .scoring')) return 'over';
  const panel = document.querySelector('.question-panel.mine:not([aria-busy=true])');
  if (!panel) return 'theirs';
  const answers = panel.querySelectorAll('[data-answer]');
  const primary = panel.querySelector('[data-primary]:not([aria-disabled=true])');
  const choice = panel.querySelector('[data-choice]:not([aria-disabled=true])');
  const second = answers.length > 1 ? answers[1] : null;
  ((wantsPass && second) || primary || second || choice || answers[0])?.click();
  return 'mine';
}
