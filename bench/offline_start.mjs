/**
 * What does a first visit to a table of this device cost, and how long until one is asked?
 *
 *   node bench/offline_start.mjs [--rounds 3] [--site]
 *
 * From a server of ours, or with --site from Python's plain web host. Bytes are counted as they come; times are
 * from the address to the first own question of a game against bots, first with nothing kept, then again with what
 * the service worker has kept, and once more with what Python remembers. For a slower machine, give all of it less: cpulimit, or a control group.
 */

import { myTurn, openBrowser, Server, STILL, visit } from '../web/tests/browser/harness.mjs';
import { openSite, rehearse, visitOnce } from '../web/tests/browser/device_kit.mjs';

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 3;
const isSite = process.argv.includes('--site');
const host = isSite ? await openSite() : await Server.start();
const browser = await openBrowser();
const LOADED = 300_000;

/** From the address to the first question, in milliseconds: the lobby, and the table. */
async function play(page) {
  const since = performance.now();
  await page.goto(host.url);
  await page.locator('.set').waitFor({ timeout: LOADED });
  const lobby = performance.now() - since;
  if (!isSite) await page.getByText('This device', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin on this device' }).click({ timeout: LOADED });
  await myTurn(page, LOADED);
  return `lobby ${Math.round(lobby)} ms, own turn ${Math.round(performance.now() - since)} ms`;
}

/** Runs in the page. */
async function isRemembered() {
  const kept = await caches.open('kamiza-python').then((shelf) => shelf.keys());
  return kept.some(({ url }) => url.endsWith('?memory'));
}

try {
  for (let round = 1; round <= rounds; round++) {
    const fresh = await visit(browser, STILL);
    await rehearse(fresh);
    const sizes = [];
    fresh.context().on('requestfinished', (request) => sizes.push(request.sizes()));
    const first = await play(fresh);
    const bytes = (await Promise.all(sizes)).reduce((all, { responseBodySize }) => all + responseBodySize, 0);
    await fresh.context().close();

    const again = await visitOnce(browser, host.url, STILL);
    const later = await play(again);
    while (!(await again.evaluate(isRemembered))) await again.waitForTimeout(200);
    const once = await play(again);
    await again.context().close();
    console.log(`first visit: ${first}, ${(bytes / 1e6).toFixed(2)} MB in ${sizes.length} answers;\n  pages kept: ${later}; Python remembered: ${once}`);
  }
} finally {
  await browser.close();
  await host.stop();
}
process.exit(0);
