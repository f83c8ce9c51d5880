/**
 * Tables of this device: the server, or a plain web host with the files of `make site`, is stopped after the
 * first visit, and everything goes on without it. The pages are watched: they ask nobody else.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { browser, HARU, letItPlay, MIKA, myTurn, PHONE, seriousFaults, server, setUp, STILL, TOUCH, visit, widthOf } from './harness.mjs';
import { ask, makeHere, openSite, playsAlike, rehearse, sitHere, tableOf, tokenOf, visitOnce, walk } from './device_kit.mjs';

setUp();

const LOADED = 90_000;
/** Every game, with the settings that bring it to an end soon. */
const GAMES = { shintoh: {}, kamisama: {}, kodama: {}, battles: { round_limit: 20 } };
const BOT = { kind: 'bot', name: 'Haru', level: 'heuristic' };

const standing = async (page) => (await ask(page, `/api/tables/${tableOf(page)}/standing`, tokenOf(page))).body;
const versionOf = async (page) => (await standing(page)).version;

/** Sooner or later it is so. */
async function until(isSo) {
  for (const since = performance.now(); !(await isSo()); ) {
    assert.ok(performance.now() - since < LOADED, String(isSo));
    await new Promise((later) => setTimeout(later, 100));
  }
}

/** Two people at one screen: the one who is asked has taken the device. */
const uncover = (page) => page.getByRole('button', { name: /^I am / }).click({ timeout: LOADED });

/** In Kodama: the first card of the display grows where the page would put it, and the bot answers. */
async function growOnce(page) {
  const before = await versionOf(page);
  const answer = (of = '') => page.locator(`.question-panel.mine:not([aria-busy=true]) [data-answer]${of}:not([aria-disabled=true])`).first();
  await answer().click();
  await answer('[data-primary]').click();
  await until(async () => {
    const { version, asked, seat } = await standing(page);
    return version !== before && asked === seat;
  });
}

/** The record of a game that bots play to its end: however long that takes, as long as it goes on. */
async function recordOf(page, { table, seats }) {
  let [version, since] = [-1, performance.now()];
  for (;;) {
    const { status, body } = await ask(page, `/api/tables/${table}/record`);
    if (status === 200) return body;
    const now = (await ask(page, `/api/tables/${table}/standing`, seats[0].token)).body.version;
    if (now !== version) [version, since] = [now, performance.now()];
    assert.ok(performance.now() - since < LOADED, `${table} stands still at ${version}: ${JSON.stringify(body)}`);
    await page.waitForTimeout(200);
  }
}

/** Everything that can be done at a table, with nobody to ask. */
async function playWithoutServer(page, greeting) {
  page.complaints = [];
  await page.reload();
  await page.getByRole('heading', { name: greeting }).waitFor();
  await page.getByText('ready', { exact: true }).waitFor({ timeout: LOADED });
  assert.deepEqual(await seriousFaults(page), []);

  // Against bots, by the lobby; a reload in the middle finds everything again.
  await page.getByRole('button', { name: 'Begin on this device' }).click();
  assert.ok(await myTurn(page, LOADED));
  const before = await versionOf(page);
  await page.reload();
  assert.ok(await myTurn(page, LOADED));
  assert.equal(await versionOf(page), before);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.hint-panel li').first().waitFor({ timeout: LOADED });
  assert.deepEqual(await seriousFaults(page), []);

  for (const [game, settings] of Object.entries(GAMES)) {
    const { status, body: made } = await ask(page, '/api/tables', '', { game, settings, players: [MIKA, BOT] });
    assert.equal(status, 201, game);
    await walk(page, `/t/${made.table}#${made.seats[0].token}`);
    await page.locator('.question-panel').first().waitFor({ timeout: LOADED });
    await letItPlay(page);
    await playsAlike(await recordOf(page, made));
  }
  assert.equal((await ask(page, `/api/tables/${tableOf(page)}/replay`)).status, 200);
  assert.deepEqual(page.foreign, []);
}

test('the server is stopped after the first visit: every game is played to its end, and CPython plays it alike', async () => {
  const page = await visitOnce(browser, server.url, STILL);
  await server.halt();
  try {
    await playWithoutServer(page, 'Offline mode. The table still stands.');
  } finally {
    await page.context().close();
    await server.run();
  }
});

test('the files of `make site` in a folder of a plain web host do the same, with its policy in the page', async () => {
  const site = await openSite();
  try {
    const html = await fetch(site.url).then((answer) => answer.text());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)[1].replaceAll('&#39;', "'");
    const header = (await fetch(server.url)).headers.get('Content-Security-Policy');
    assert.equal(`${policy}; frame-ancestors 'none'`, header);

    // Python has not come, and never will: lobby and books are there.
    const early = await visit(browser, STILL);
    await early.route('**/python-*.pack', () => {});
    await early.goto(site.url);
    await early.getByRole('button', { name: 'Begin on this device' }).waitFor();
    await early.getByText('Kamigami Battles', { exact: true }).first().waitFor();
    await early.goto(`${site.url}?/rules/battles`);
    await early.getByRole('heading', { name: /Kamigami/ }).first().waitFor();
    await early.context().close();

    const page = await visitOnce(browser, site.url, STILL);
    await site.stop();
    await playWithoutServer(page, 'The table is on this device.');
    await page.goto(`${site.url}?/rules/kodama`);
    await page.getByRole('heading', { name: /Kodama/ }).first().waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  } finally {
    await site.stop();
  }
});

test('the pages are kept for whoever came by a link, too', async () => {
  const made = await server.table([MIKA, BOT]);
  const page = await visitOnce(browser, made.link('A'));
  const { scope } = await page.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => ({ scope })));
  assert.equal(scope, `${server.url}/`);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a table of this device takes back, is saved and opened, and what is forgotten is gone', async () => {
  const page = await visitOnce(browser, server.url, STILL);
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin on this device' }).click();
  assert.ok(await myTurn(page, LOADED));
  await sitHere(page, 'kodama', [MIKA, BOT]);
  assert.ok(await myTurn(page, LOADED));
  await growOnce(page);
  const { version, view } = await standing(page);

  await page.getByRole('button', { name: 'Menu' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saving).path();
  assert.equal(JSON.parse(await readFile(file, 'utf8')).kamiza_tables.length, 1);
  await page.keyboard.press('Escape');

  const old = { table: tableOf(page), token: tokenOf(page) };
  await walk(page, '/');
  await page.getByRole('button', { name: /^Forget the table/ }).first().click();
  await page.getByRole('button', { name: 'Forget', exact: true }).click();
  await until(async () => (await ask(page, `/api/tables/${old.table}/standing`, old.token)).status === 404);

  await page.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await page.getByText('This file holds no table of Kamiza.').waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.locator('input[type=file]').setInputFiles(file);
  assert.ok(await myTurn(page, LOADED));
  assert.notEqual(tableOf(page), old.table);
  assert.deepEqual((await standing(page)).view, view);
  assert.equal(await versionOf(page), version);

  // Also after it was opened from a file; bots agree.
  await page.getByRole('button', { name: /^Take back/ }).first().click();
  await until(async () => (await versionOf(page)) === version + 1);
  assert.notDeepEqual((await standing(page)).view, view);
  await page.context().close();
});

/** Runs in the page: puts a mark on Python's memory as it is remembered, or leaves only the beginning of it. */
async function touchMemory(length) {
  const shelf = await caches.open('kamiza-python');
  const [kept] = (await shelf.keys()).filter(({ url }) => url.endsWith('?memory'));
  const answer = await shelf.match(kept);
  const [whole, headers] = [await answer.arrayBuffer(), { ...Object.fromEntries(answer.headers), 'X-Mark': 'test' }];
  await shelf.put(kept, new Response(length ? whole.slice(0, length) : whole, { headers }));
}

/** Runs in the page: what a start leaves behind that put the memory back and came to no end. */
async function endTrying() {
  const shelf = await caches.open('kamiza-python');
  const [kept] = (await shelf.keys()).filter(({ url }) => url.endsWith('?memory'));
  await shelf.put(kept.url.replace(/memory$/, 'trying'), new Response());
}

/** Runs in the page: is it remembered, and is it the one with the mark? */
async function memory() {
  const shelf = await caches.open('kamiza-python');
  const [kept] = (await shelf.keys()).filter(({ url }) => url.endsWith('?memory'));
  return kept ? ((await shelf.match(kept)).headers.get('X-Mark') ?? 'new') : 'none';
}

test('what Python once read is remembered, and a spoiled memory is made anew', async () => {
  const page = await visitOnce(browser, server.url, STILL);
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin on this device' }).click();
  assert.ok(await myTurn(page, LOADED));
  await until(async () => (await page.evaluate(memory)) === 'new');
  await page.evaluate(touchMemory);
  const { view } = await standing(page);

  await page.reload();
  assert.ok(await myTurn(page, LOADED));
  assert.deepEqual((await standing(page)).view, view);
  assert.equal(await page.evaluate(memory), 'test');

  for (const length of [40, 4_000_000]) {
    await page.evaluate(touchMemory, length);
    await page.reload();
    assert.ok(await myTurn(page, LOADED));
    assert.deepEqual((await standing(page)).view, view);
    await until(async () => (await page.evaluate(memory)) === 'new');
  }

  // One that ended the page, whatever was wrong with it, is not tried twice.
  await page.evaluate(touchMemory);
  await page.evaluate(endTrying);
  await page.reload();
  assert.ok(await myTurn(page, LOADED));
  assert.deepEqual((await standing(page)).view, view);
  await until(async () => (await page.evaluate(memory)) === 'new');
  await page.context().close();
});

test('a table goes from this device to the server, a friend sits down, and alone it comes back', async () => {
  const page = await visitOnce(browser, server.url, STILL);
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin on this device' }).click();
  assert.ok(await myTurn(page, LOADED));
  const alone = await standing(page);

  const menu = page.getByRole('button', { name: 'Menu' });
  const begun = tableOf(page);
  await menu.click();
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole('button', { name: 'Move to the server' }).click();
  await page.waitForURL((url) => /\/t\/[^0]/.test(url.pathname));
  assert.ok(await myTurn(page));
  assert.equal((await ask(page, `/api/tables/${begun}/standing`, 'x')).status, 404);
  const there = tableOf(page);
  const seen = await fetch(`${server.url}/api/tables/${there}/standing`, { headers: { Authorization: `Bearer ${tokenOf(page)}` } });
  assert.deepEqual((await seen.json()).view, alone.view);
  await menu.click();
  await page.getByRole('button', { name: 'Move to this device' }).click();
  await page.waitForURL((url) => /\/t\/0/.test(url.pathname));
  assert.ok(await myTurn(page, LOADED));
  assert.deepEqual((await standing(page)).view, alone.view);
  assert.equal((await fetch(`${server.url}/api/tables/${there}/verify`)).status, 404);

  // Two at this screen; one of them goes on at another one.
  await sitHere(page, 'shintoh', [MIKA, HARU]);
  await uncover(page);
  await menu.click();
  await page.getByRole('checkbox', { name: /a friend sits down for/ }).waitFor();
  assert.ok(await page.getByRole('checkbox', { name: /a friend sits down for/ }).isChecked());
  await page.getByRole('button', { name: 'Move to the server' }).click();
  await page.waitForURL((url) => /\/t\/[^0]/.test(url.pathname));
  const link = await page.evaluate(() => {
    const [place] = JSON.parse(localStorage.getItem('kamiza.tables'));
    return `/t/${place.table}#${place.links[0].token}`;
  });
  const friend = await visit(browser, { ...STILL, settings: { name: 'Haru' } });
  await friend.goto(server.url + link);
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await friend.locator('.question-panel').first().waitFor();
  await friend.getByText('Whoever brought it could have looked at every card.').waitFor();
  await menu.click();
  await page.getByRole('heading', { name: 'Menu' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Move to this device' }).count(), 0);
  await friend.context().close();
  await page.context().close();
});

test('a table whose leaving is not answered is never lost: what is gone has moved, what is not certain stays twice', async () => {
  const page = await visit(browser, STILL);
  await rehearse(page);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('kamiza.tables')).map(({ table }) => table));
  const toDevice = async () => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Move to this device' }).click();
  };
  const begin = async () => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Begin against bots' }).click();
    await page.waitForURL((url) => /\/t\/[^0]/.test(url.pathname));
    assert.ok(await myTurn(page));
    return { table: tableOf(page), view: await viewAt(tableOf(page), tokenOf(page)) };
  };
  const viewAt = async (table, token) => {
    const answer = await fetch(`${server.url}/api/tables/${table}/standing`, { headers: { Authorization: `Bearer ${token}` } });
    return (await answer.json()).view;
  };
  const leaving = (found) => page.route(/carried\?version=/, found);

  const says = (route, status, code) =>
    route.fulfill({ status, json: { error: { code, sentence: { en: `${code}.`, ja: '' } } } });

  // The server has done it, the line is cut before its answer comes, and then it is too busy to say so.
  const first = await begin();
  let tries = 0;
  await leaving(async (route) => {
    tries += 1;
    if (tries === 2) return says(route, 429, 'too_many_requests');
    if (tries > 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await toDevice();
  await page.waitForURL((url) => /\/t\/0/.test(url.pathname), { timeout: LOADED });
  assert.ok(await myTurn(page, LOADED));
  assert.deepEqual((await standing(page)).view, first.view);
  assert.deepEqual(await kept(), [tableOf(page)]);
  assert.equal((await fetch(`${server.url}/api/tables/${first.table}/verify`)).status, 404);
  await page.unroute(/carried\?version=/);

  // It has not done it, and does not answer again.
  const second = await begin();
  await leaving((route) => route.abort());
  await toDevice();
  await page.getByText('The table could not be moved as a whole.').waitFor({ timeout: LOADED });
  const [copy, old] = await kept();
  assert.deepEqual([copy[0], old], ['0', second.table]);
  await page.unroute(/carried\?version=/);

  // It refuses: nothing has happened.
  await leaving((route) => says(route, 503, 'read_only'));
  await page.getByRole('button', { name: 'Move to this device' }).click();
  await page.getByText('read_only.').waitFor({ timeout: LOADED });
  assert.deepEqual((await kept()).slice(0, 2), [copy, old]);
  await page.context().close();
});

test('all tables of this device go into a file, and all that can be opened come out of it', async () => {
  const page = await visit(browser, STILL);
  await rehearse(page);
  await page.goto(server.url);
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin on this device' }).click();
  assert.ok(await myTurn(page, LOADED));
  // More than the lobby shows, and a lesson, which stays.
  for (let more = 0; more < 7; more++) await makeHere(page, '/api/tables', { game: 'shintoh', players: [MIKA, BOT] });
  await makeHere(page, '/api/games/shintoh/lessons/first_god', { name: 'Mika' });
  await walk(page, '/');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the tables of this device (9)' }).click();
  const { kamiza_tables: tables } = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  assert.equal(tables.length, 8);
  assert.equal(await page.getByText(/Not saved/).count(), 0);

  tables[1].rules = 'others';
  const buffer = Buffer.from(JSON.stringify({ kamiza_tables: tables.slice(0, 3) }));
  await page.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
  await page.getByText('Not opened: 1. All others are on this device now.').waitFor();
  await page.getByRole('button', { name: 'Save the tables of this device (11)' }).waitFor();
  await page.context().close();
});

test('my finished games of this device lead to their replays here, and are deleted with their tables', async () => {
  const page = await visit(browser, STILL);
  await rehearse(page);
  await page.goto(server.url);
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin on this device' }).click();
  assert.ok(await myTurn(page, LOADED));
  const [table, token] = [tableOf(page), tokenOf(page)];
  await page.goto(`${server.url}/rules`); // which looks at no table
  await page.evaluate((table) => {
    const [place] = JSON.parse(localStorage.getItem('kamiza.tables'));
    localStorage.setItem('kamiza.tables', JSON.stringify([{ ...place, state: 'over' }]));
    const game = { game: place.game, at: 1, mine: ['A'], players: [{ seat: 'A', name: 'Mika' }], moves: 1, had: {}, chances: [] };
    localStorage.setItem('kamiza.history', JSON.stringify([{ ...game, table }, { ...game, table: '0elsewhere' }]));
  }, table);
  await page.goto(`${server.url}/me`);
  await page.getByText('Its replay is on another device, or was forgotten.').waitFor({ state: 'attached' });
  assert.deepEqual(await page.locator('a.game').evaluateAll((all) => all.map((link) => link.getAttribute('href'))), [`/r/${table}`]);
  await page.getByRole('button', { name: 'Delete my history…' }).click();
  await page.getByRole('button', { name: 'Delete 2 games' }).click();
  await page.getByText('Deleted.').waitFor({ timeout: LOADED });
  assert.equal((await ask(page, `/api/tables/${table}/standing`, token)).status, 404);
  await page.context().close();
});

test('what a browser has cleared away while the tables were open is kept again, all of it', async () => {
  const page = await visit(browser, STILL);
  await rehearse(page);
  await page.goto(server.url);
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin on this device' }).click();
  assert.ok(await myTurn(page, LOADED));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' });
  let later;
  await until(async () => {
    later = await ask(page, '/api/tables', '', { game: 'kodama', players: [MIKA, BOT] });
    return later.status === 201;
  });
  await page.reload();
  assert.ok(await myTurn(page, LOADED));
  assert.equal((await ask(page, `/api/tables/${later.body.table}/standing`, later.body.host)).status, 200);
  await page.context().close();
});

test('over plain http, where a browser cannot keep tables, nobody is offered any', async () => {
  // Another name for this machine, which a browser does not take for its own.
  const plain = server.url.replace('127.0.0.1', '0.0.0.0');
  const page = await visit(browser, STILL);
  await page.goto(plain);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await page.getByRole('button', { name: 'Begin against bots' }).waitFor();
  assert.equal(await page.getByText('This device', { exact: true }).count(), 0);
  assert.equal(await page.getByText('Open a saved table').count(), 0);
  await page.route('**/api/tables', (route) => route.abort());
  await page.getByRole('button', { name: 'Begin against bots' }).click();
  await page.getByText('This device can have tables only where the address begins with https://.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Begin on this device' }).count(), 0);
  await page.context().close();
});

test('in Japanese on a phone, with the server there: on this device all the same', async () => {
  const page = await visit(browser, { ...TOUCH, ...STILL, settings: { lang: 'ja' } });
  await page.goto(server.url);
  await page.getByText('この端末', { exact: true }).click();
  await page.getByRole('button', { name: 'この端末で始める' }).click();
  await page.locator('.question-panel').first().waitFor({ timeout: LOADED });
  assert.equal(tableOf(page)[0], '0');
  await page.getByRole('button', { name: 'メニュー' }).click();
  await page.getByRole('button', { name: 'サーバーへ移す' }).waitFor();
  assert.ok((await widthOf(page)) <= PHONE.width);
  assert.deepEqual(await seriousFaults(page), []);
  await page.context().close();
});
