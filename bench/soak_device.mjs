/**
 * Is an act that was shown at a table of this device ever lost?
 *
 *   make soak-device        or: node bench/soak_device.mjs [--kills 200] [--seed 1]
 *
 * Bots play all seats of tables in the browser, without a pause. In the middle of it the page's process is
 * killed with its worker, every fifth time all of Chromium. Whatever a page had been told before has to be
 * there afterwards, as the beginning of what is there then. Games that come to an end are played again by
 * CPython, and every hash has to be the same.
 */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { letItPlay, openBrowser, Server } from '../web/tests/browser/harness.mjs';
import { ask, playsAlike, sitHere, tableOf } from '../web/tests/browser/device_kit.mjs';

const number = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const kills = number('kills', 200);
let seed = number('seed', 1);
const GAMES = ['shintoh', 'kamisama', 'kodama', 'battles'];
const LOADED = 120_000;
const BROWSER_EVERY = 5;
const MOST_MILLISECONDS = 1500; // between the first act that is seen and the end of the page

/** The same numbers for the same seed. */
const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const pause = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds));

let context = null;
let shown = 0; // the last version of the table that a page was told

async function open(folder) {
  if (!context) {
    context = await openBrowser(folder);
    await context.addInitScript(() => localStorage.setItem('kamiza.house', '{"bot_pause":0}'));
    await context.exposeFunction('versionShown', (version) => (shown = Math.max(shown, version)));
    await context.addInitScript(listen);
  }
  return context.newPage();
}

/** Runs in the page: every version that a page of this device is told. */
function listen() {
  new BroadcastChannel('kamiza.device').onmessage = ({ data }) => {
    if (data.kind !== 'heard') return;
    const { t, version } = JSON.parse(data.text);
    if (t === 'state' && location.pathname.startsWith('/t/')) window.versionShown(version);
  };
}

/** The table as it is kept, asked by whoever made it. */
async function keptNow(page) {
  const seats = made.seats.map(({ token }) => token).filter(Boolean);
  const { status, body } = await ask(page, `/api/tables/${made.table}/carried`, made.host, { seats });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function kill(page, whole) {
  const session = await context.browser().newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const gone = whole ? new Promise((closed) => context.once('close', closed)) : page.waitForEvent('crash');
  const victims = processInfo.filter(({ type }) => type === (whole ? 'browser' : 'renderer'));
  for (const { id } of victims) process.kill(id, 'SIGKILL');
  await gone;
  if (whole) context = null;
  else await page.close();
}

const folder = await mkdtemp(join(tmpdir(), 'kamiza-device-'));
const server = await Server.start();
const told = { kills: 0, browsers: 0, acts: 0, ahead: 0, games: 0 };
let made = null;
let address = '';
let kept = [];
try {
  while (told.kills < kills) {
    const page = await open(folder);
    if (address) {
      await page.goto(address);
      await page.locator('.question-panel').first().waitFor({ timeout: LOADED });
      const { journal: now, version } = await keptNow(page);
      assert.ok(version >= shown, `shown: ${shown}, kept: ${version}`);
      assert.deepEqual(now.slice(0, kept.length), kept, 'what was kept before is its beginning');
      told.ahead += version - shown;
      told.acts += now.length - kept.length;
      kept = now;
      const record = await ask(page, `/api/tables/${tableOf(page)}/record`);
      if (record.status === 200) {
        await playsAlike(record.body);
        told.games += 1;
        address = '';
      }
    }
    if (!address) {
      await page.goto(server.url);
      await page.getByText('This device', { exact: true }).click();
      await page.getByRole('button', { name: 'Begin on this device' }).click();
      await page.waitForURL(/\/t\/0/, { timeout: LOADED });
      const rivals = [1, 2].map(() => ({ kind: 'bot', level: 'heuristic' }));
      made = await sitHere(page, GAMES[told.games % GAMES.length], [{ kind: 'person', name: 'Mika' }, ...rivals]);
      await letItPlay(page);
      address = page.url();
      [kept, shown] = [[], 0];
    }
    const before = shown;
    for (let tries = 0; shown === before && tries < 50; tries++) await pause(20);
    await pause(chance() * MOST_MILLISECONDS);
    const whole = told.kills % BROWSER_EVERY === BROWSER_EVERY - 1;
    await kill(page, whole);
    told.kills += 1;
    if (whole) told.browsers += 1;
    if (told.kills % 10 === 0) console.log(JSON.stringify(told));
  }
} finally {
  await context?.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(
  `${told.kills} sudden ends (${told.browsers} of all of Chromium), ${told.acts} acts kept, ` +
    `${told.ahead} of them not shown yet, ${told.games} whole games as CPython plays them: nothing shown was lost`,
);
process.exit(0);
