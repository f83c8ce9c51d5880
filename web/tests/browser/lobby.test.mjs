import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bots, browser, myTurn, seriousFaults, server, setUp, TOUCH, visit } from './harness.mjs';

setUp();

const GAMES = {
  shintoh: { title: 'Shintoh', players: '2–4 players', seats: 4, first: { role_knowledge: 'open_book' } },
  kamisama: { title: 'Kami-sama', players: '2–4 players', seats: 3, first: { years: 2 } },
  kodama: { title: 'Kodama', players: '2–5 players', seats: 3, first: { sprouts: { A: 'A' } } },
  battles: { title: 'Kamigami Battles', players: '2–6 players', seats: 3, first: { temples: false } },
}; // prettier-ignore

/** What the lobby orders when the button is pressed. */
async function ordered(page) {
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/tables')),
    page.locator('.begin').click(),
  ]);
  return request.postDataJSON();
}

async function choose(page, title) {
  await page.goto(server.url);
  await page.locator('.posters button', { hasText: title }).click();
  await page.locator('.set .q', { hasText: title }).first().waitFor();
}

for (const [name, { title, players, seats, first }] of Object.entries(GAMES)) {
  describe(title, () => {
    test('its poster says for how many, and one click begins a first game against bots', async () => {
      const page = await visit(browser);
      await page.goto(server.url);
      const poster = page.locator('.posters li', { hasText: title });
      await poster.getByText(players).waitFor();
      await choose(page, title);
      const order = await ordered(page);
      assert.equal(order.game, name);
      assert.equal(order.players.length, seats);
      for (const [setting, value] of Object.entries(first)) {
        assert.deepEqual(order.settings[setting], value, setting);
      }
      assert.deepEqual(order.players.slice(1).map(({ kind }) => kind), Array(seats - 1).fill('bot'));
      await page.locator('.question-panel').waitFor();
      await myTurn(page, 60_000);
      assert.deepEqual(page.complaints, []);

      // A table that was set is no game played: the first game is offered until one is over.
      await page.goto(server.url);
      await page.locator('.posters .on', { hasText: title }).waitFor();
      const [setting] = Object.entries(first)[0];
      assert.deepEqual((await ordered(page)).settings[setting], first[setting]);
      await page.context().close();
    });

    test('every choice of every setting makes a table, with every number of players', async () => {
      const [info] = (await (await fetch(`${server.url}/api/games`)).json()).filter(
        (game) => game.name === name,
      );
      for (const setting of info.settings) {
        for (const { value, label, help, seats: possible } of setting.values) {
          for (const text of [label, help, setting.label, setting.help]) {
            assert.ok(text.en && text.ja, `${setting.name} ${value} in words`);
          }
          assert.ok(possible.length > 0, `${setting.name} ${value} for nobody`);
          const players = Array.from({ length: possible.at(-1) }, () => ({ kind: 'bot' }));
          players[0] = { kind: 'person', name: 'Mika' };
          await server.table(players, { game: name, settings: { [setting.name]: value } });
          await new Promise((later) => setTimeout(later, 60)); // twenty requests a second
        }
      }
    });
  });
}

test('a choice that needs another number of players sets the table for it', async () => {
  const page = await visit(browser);
  await choose(page, 'Kamigami Battles');
  await page.getByRole('radio', { name: 'Team Match' }).check({ force: true });
  assert.equal(await page.locator('.set ul > li').count(), 4);
  await page.getByText('More options').click();
  await page.getByRole('radiogroup', { name: 'Main God' }).waitFor();
  const asked = page.getByRole('combobox', { name: 'First player' });
  assert.deepEqual(await asked.locator('option').allInnerTexts(), [
    'By chance', 'Seat A', 'Seat B', 'Seat C', 'Seat D',
  ]); // prettier-ignore
  await page.getByRole('radiogroup', { name: 'Seats' }).getByRole('radio', { name: '5' }).check({ force: true });
  const order = await ordered(page);
  assert.equal(order.settings.mode, 'ffa');
  assert.equal(order.players.length, 5);
  assert.equal('main_god' in order.settings, false);
  await page.locator('.question-panel').waitFor();
  await page.context().close();
});

test('cards are chosen one by one, and the rules say what they think of them', async () => {
  const page = await visit(browser);
  await choose(page, 'Kamigami Battles');
  await page.getByText('More options').click();
  assert.equal(await page.getByText('Choose Artifacts').count(), 0);
  await page.getByRole('radio', { name: 'Both sets' }).check({ force: true });
  await page.locator('summary', { hasText: 'Choose Artifacts' }).click();
  const list = page.getByRole('list', { name: 'Choose Artifacts' });
  await list.getByRole('checkbox').nth(14).waitFor(); // the faces of the cards are asked for only now
  assert.equal(await list.getByRole('checkbox').count(), 15);
  const said = page.locator('.notices');
  const chosen = ['Necronomicon', 'Elder Sign'];
  for (const name of chosen) await list.getByRole('checkbox', { name }).check();
  await said.getByText('Artifacts of at least three kinds are needed; you have 2.').waitFor();
  await list.getByRole('checkbox', { name: 'Silver Key' }).check();
  await said.getByText('At least 12 Artifacts are advised; there are 3.').waitFor();
  await page.locator('summary', { hasText: 'Choose Artifacts' }).getByText('3 chosen').waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  const seats = page.getByRole('radiogroup', { name: 'Seats' });
  await seats.getByRole('radio', { name: '2' }).check({ force: true });

  const order = await ordered(page);
  assert.deepEqual(order.settings.artifacts, ['necronomicon', 'elder_sign', 'silver_key']);
  assert.deepEqual(order.settings.warriors, []);
  await page.locator('.question-panel').waitFor();
  await page.context().close();
});

/** [KO-OPT-03] [KO-OPT-04] */
test('Kodama: every seat says whether it is new, and the letters are dealt', async () => {
  const page = await visit(browser);
  await choose(page, 'Kodama');
  const isNew = (seat) => page.getByRole('checkbox', { name: `${seat}: New to the game` });
  const firstGame = page.getByRole('radio', { name: 'First game' });
  const seats = (count) =>
    page.getByRole('radiogroup', { name: 'Seats' }).getByRole('radio', { name: count }).check({ force: true });
  assert.ok(await isNew('A').isChecked()); // a first game: I am new, and the Decrees stay
  assert.ok(await firstGame.isChecked());
  assert.ok(await page.getByRole('radio', { name: 'With decrees' }).isChecked());
  await seats('5');
  await isNew('E').check();
  await isNew('C').check();
  assert.ok(await firstGame.isChecked());
  assert.ok(await isNew('B').isDisabled()); // there are three letters
  await isNew('A').uncheck();
  assert.ok(await isNew('B').isEnabled());
  await seats('4'); // nobody sits at E any more
  await isNew('D').check();
  await page.getByRole('radio', { name: 'None (our rule)' }).check({ force: true });
  await page.getByText('the rulebook has no game without Decrees').waitFor();
  assert.equal(await firstGame.isChecked(), false);
  assert.deepEqual(await seriousFaults(page), []);
  const { settings } = await ordered(page);
  assert.deepEqual(settings.sprouts, { C: 'A', D: 'B' });
  assert.equal(settings.decrees, false);
  await page.locator('.question-panel').waitFor();
  await page.context().close();
});

for (const [look, options] of Object.entries({
  light: {},
  dark: { settings: { theme: 'dark' } },
  Japanese: { settings: { lang: 'ja' } },
  phone: TOUCH,
})) {
  test(`every game's lobby is sound, ${look}`, async () => {
    const page = await visit(browser, options);
    await page.goto(server.url);
    for (const number of [0, 1, 2, 3]) {
      await page.locator('.posters button').nth(number).click();
      await page.evaluate(() => document.querySelectorAll('details').forEach((el) => (el.open = true)));
      assert.deepEqual(await seriousFaults(page), []);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('.set .seg, .set select, .set .btn')]
          .filter((el) => el.getBoundingClientRect().right > innerWidth + 0.5)
          .map((el) => el.outerHTML.slice(0, 80)),
      );
      assert.deepEqual(cut, []);
    }
    await page.context().close();
  });
}

test('a game without a folder in the page has a poster and an emblem all the same', async () => {
  const page = await visit(browser);
  await page.route('**/api/games', async (route) => {
    const games = await (await route.fetch()).json();
    const other = { ...games[0], name: 'other', title: { en: 'Fifth', ja: '五' } };
    await route.fulfill({ json: [...games, other] });
  });
  await choose(page, 'Fifth');
  const poster = page.locator('.posters li', { hasText: 'Fifth' });
  await poster.locator('.plain svg').waitFor();
  await poster.getByText('Offerings to the Gods').waitFor(); // its subtitle
  await page.locator('.set .emblem svg').waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.context().close();
});

test('open tables come, fill and go by themselves, and nothing slips under the finger', async () => {
  const people = [{ kind: 'person', name: '' }, { kind: 'person', name: '' }, ...bots(1)];
  const open = { public: true };
  const claim = ({ table }) =>
    fetch(`${server.url}/api/tables/${table}/claim`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: server.url },
      body: '{"name":"Ren"}',
    });
  const page = await visit(browser);
  await page.goto(server.url);
  await page.getByText('Nobody is waiting for players').waitFor();
  const rows = page.locator('section[aria-labelledby=open-tables] li.panel');
  const status = (count) =>
    page.locator('[role=status]', { hasText: `Open tables: ${count}` }).waitFor({ state: 'attached' });

  const first = await server.table(people, open);
  await rows.filter({ hasText: '2 of 3 seats free' }).waitFor();
  await claim(first);
  await rows.filter({ hasText: '1 of 3 seats free' }).waitFor();
  await server.table(people, { ...open, game: 'kodama' });
  await rows.nth(1).filter({ hasText: 'Kodama' }).waitFor();
  await status(2);

  // Somebody is about to press: the full table keeps its place until they look elsewhere.
  await rows.first().getByRole('button').focus();
  await claim(first);
  await rows.first().filter({ hasText: 'No longer open' }).waitFor();
  await status(1);
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.innerText ?? '');
  assert.match(await focused(), /Shintoh/);
  await page.keyboard.press('Enter');
  assert.equal(new URL(page.url()).pathname, '/');
  await page.evaluate(() => document.activeElement.blur());
  await rows.nth(1).waitFor({ state: 'detached' });
  assert.match(await rows.first().innerText(), /Kodama/);

  // A page nobody sees asks nothing; once it is seen it asks at once.
  const show = (state) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const asks = (sent) => sent.method() === 'GET' && sent.url().endsWith('/api/tables');
  await page.waitForResponse((answer) => asks(answer.request()));
  await show('hidden');
  await assert.rejects(page.waitForRequest(asks, { timeout: 4000 }), /Timeout/);
  await Promise.all([page.waitForRequest(asks), show('visible')]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('what a page holds is scrolled, never the window with its bar', async () => {
  for (const look of [{}, TOUCH]) {
    const page = await visit(browser, look);
    for (const path of ['/', '/rules/kodama', '/puzzles', '/me', '/edit/shintoh']) {
      await page.goto(server.url + path);
      await page.locator('main').locator('h1, h2').first().waitFor();
      const over = await page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
      assert.equal(over, 0, path);
    }
    await page.context().close();
  }
});

test('on a phone the table is set right below the lesson', async () => {
  const page = await visit(browser, TOUCH);
  await page.goto(server.url);
  const tops = [];
  for (const part of ['.posters', '.left .lessons, .left [data-lesson]', '.set', '.daily', '.tables']) {
    tops.push((await page.locator(part).first().boundingBox()).y);
  }
  assert.deepEqual(tops, [...tops].sort((a, b) => a - b));
  await page.context().close();
});

test('an unknown address gets our own page, and /rules a list of the games', async () => {
  const page = await visit(browser);
  const answer = await page.goto(`${server.url}/nope`);
  assert.equal(answer.status(), 404);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await page.getByRole('link', { name: 'To the lobby', exact: true }).click();
  await page.locator('.set').waitFor();
  await page.goto(`${server.url}/rules`);
  await page.getByRole('link', { name: /^Kodama/ }).click();
  await page.locator('.lesson li').first().waitFor();
  await page.getByRole('tab', { name: 'The cards' }).click();
  await page.locator('#rules-face .card').first().waitFor();
  assert.equal(await page.getByText('[object').count(), 0);
  assert.equal(await page.getByText('Which gods belong together').count(), 0);
  await page.context().close();
});
