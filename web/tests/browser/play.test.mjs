import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bots, bothSitDown, browser, HARU, leave, MIKA, myTurn, PHONE, playOut, roomForFingers,
  server, setUp, sitDown, TOUCH, visit, walkRegions, widthOf,
} from './harness.mjs'; // prettier-ignore

setUp();

const first = { settings: { first_dealer: 'A' } };

test('from the lobby to a running game against bots in at most three clicks', async () => {
  const page = await visit(browser);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Begin against bots' }).click();
  assert.equal(await myTurn(page), true);
  await leave(page);
});

test('a whole game of two browsers and two bots', async () => {
  const made = await server.table([MIKA, HARU, ...bots(2)]);
  const pages = await bothSitDown(made);
  await playOut(pages);
  for (const page of pages) {
    await page.getByRole('button', { name: 'Play again' }).waitFor();
    await page.getByRole('link', { name: 'Replay' }).waitFor();
    assert.deepEqual(page.complaints, []);
  }
  const result = (page) => page.locator('.log').getByText(/wins with|share the victory/).innerText();
  assert.equal(await result(pages[1]), await result(pages[0]));

  // Play again: whoever asks goes there, the other is invited, both sit where they sat.
  await pages[0].getByRole('button', { name: 'Play again' }).click();
  await pages[0].waitForURL((url) => !url.href.includes(made.table));
  await pages[1].getByRole('button', { name: 'Sit down there' }).click();
  await pages[1].waitForURL((url) => !url.href.includes(made.table));
  await pages[1].locator('.question-panel').waitFor();
  assert.equal(new URL(pages[0].url()).pathname, new URL(pages[1].url()).pathname);
  for (const page of pages) await page.context().close();
});

test('a lost connection in the middle of a decision loses nothing and reloads nothing', async () => {
  const made = await server.table([MIKA, ...bots(1)], first);
  const page = await sitDown(made);
  await myTurn(page);
  await page.evaluate(() => (window.samePage = true));
  const cards = page.locator('.question-panel [data-choice]');
  await page.keyboard.press('Escape');
  await cards.first().click();
  const chosen = await cards.first().getAttribute('aria-label');

  await server.halt();
  await page.getByText('Reconnecting. Nothing is lost.').first().waitFor();
  assert.equal(await cards.first().getAttribute('aria-label'), chosen);
  await page.locator('.question-panel [data-primary]').click(); // sent while there is no line
  await server.run();

  const line = page.locator('.log').getByText('Mika dedicates rice: total 3.');
  await line.first().waitFor();
  assert.equal(await line.count(), 1);
  assert.equal(await page.evaluate(() => window.samePage), true);
  await myTurn(page);
  await page.context().close();
});

test('a move that is not possible shows its rule', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [mika, haru] = await bothSitDown(made);
  await myTurn(mika);
  await mika.keyboard.press('Escape');
  for (const kind of ['Rice', 'Sake', 'Salt', 'Salt']) {
    await mika.getByRole('button', { name: new RegExp(`^${kind}, influence \\d, \\d in hand`) }).click();
  }
  await mika.getByRole('button', { name: 'Dedicate 7' }).click();

  await myTurn(haru);
  await haru.getByRole('button', { name: /^Rice, influence 3, 1 in hand/ }).focus();
  await haru.keyboard.press('?');
  const slip = haru.locator('.slip');
  await slip.waitFor();
  assert.match(await slip.innerText(), /7/);
  assert.match(await slip.innerText(), /OF-DED-03/);
  await slip.getByRole('button', { name: 'Read the rule' }).click();
  await haru.locator('[data-rule="OF-DED-03"].on').waitFor();
  for (const page of [mika, haru]) await page.context().close();
});

test('what must be beaten leads to its rule, and nothing is left to fill in', async () => {
  const made = await server.table([MIKA, ...bots(1)], first);
  const page = await sitDown(made);
  await myTurn(page);
  await page.getByRole('button', { name: 'more than 0 is needed' }).click();
  const slip = page.locator('.slip');
  await slip.waitFor();
  assert.match(await slip.innerText(), /OF-DED-03/);
  await slip.getByRole('button', { name: 'Read the rule' }).click();
  await page.locator('[data-rule="OF-DED-03"].on').waitFor();
  await page.locator('.question-panel').focus();
  await page.keyboard.press('Escape');
  await page.getByText('total 0, needs 1').waitFor();
  assert.equal(await page.locator('main .board').getByText(/\{\w+\}/).count(), 0);
  await page.context().close();
});

test('the god on the altar calls its roles, and only on a role card that lies open', async () => {
  const page = await visit(browser);
  for (const [knowledge, called] of [
    ['open_book', ['Three Noble Children', 'Heavenly Rock Cave']],
    ['memory', []],
  ]) {
    const more = { game: 'shintoh', settings: { role_knowledge: knowledge, first_dealer: 'A' } };
    const made = await server.preparedTable(7, [MIKA, ...bots(2)], more);
    await page.goto(made.link('A'));
    await myTurn(page);
    await page.getByRole('button', { name: /^Altar Card: Amaterasu/ }).waitFor();
    const rows = page.getByRole('region', { name: 'role card' }).locator('.called');
    assert.deepEqual(await rows.locator('.title').allInnerTexts(), called);
    assert.equal(await rows.locator('use[href="#kamiza-mark"]').count(), called.length);
  }
  await page.context().close();
});

test('take back: at once while nothing came to light, otherwise with consent', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [mika, haru] = await bothSitDown(made);
  await myTurn(mika);
  await mika.locator('.question-panel [data-primary]').click();
  await myTurn(haru);
  await mika.getByRole('button', { name: 'Take back', exact: true }).click();
  await myTurn(mika);
  await haru.locator('.question-panel.theirs').waitFor();

  await mika.locator('.question-panel [data-primary]').click();
  await myTurn(haru);
  await haru.getByRole('button', { name: /^Pass, take/ }).click();
  await mika.getByText('wins').first().waitFor();
  await haru.getByRole('button', { name: 'Take back: ask the others' }).click();
  await mika.getByRole('button', { name: 'Agree' }).click();
  await haru.getByText(/takes back/).first().waitFor();
  assert.equal(await myTurn(haru), true);
  for (const page of [mika, haru]) await page.context().close();
});

test('keyboard alone', async () => {
  const made = await server.table([MIKA, ...bots(1)], first);
  const page = await sitDown(made);
  await myTurn(page);
  const log = page.locator('.log');

  // Arrows walk to the cards, Space chooses, Enter sends.
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.hasAttribute('data-choice')), true);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await log.getByText('Mika dedicates rice: total 3.').waitFor();

  await walkRegions(page);

  // The rest of the game: 1 is the first answer, 2 the second.
  for (let turn = 0; turn < 400 && (await myTurn(page)); turn++) {
    const stuck = await page.locator('.question-panel.mine [data-primary][aria-disabled=true]').count();
    const answers = await page.locator('.question-panel.mine [data-answer]').count();
    if (answers === 1 && stuck) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
    } else {
      await page.keyboard.press(stuck || turn % 2 ? '2' : '1');
    }
  }
  await page.getByRole('button', { name: 'Play again' }).waitFor();
  await leave(page);
});

test('a phone: nothing is wider than the screen, and a whole game by taps', async () => {
  const made = await server.table([MIKA, ...bots(2)], first);
  const page = await sitDown(made, TOUCH);
  await myTurn(page);
  assert.equal(await widthOf(page), PHONE.width);
  await roomForFingers(page, '.question-panel [data-answer]:visible, .question-panel [data-choice]:visible');
  const less = page.getByRole('button', { name: /^One .* less$/ });
  await page.locator('.question-panel .hand [data-choice]').last().click();
  for (const box of await less.evaluateAll((all) => all.map((el) => [el.offsetWidth, el.offsetHeight]))) {
    assert.ok(Math.min(...box) >= 44, `one less: ${box}`);
  }
  assert.ok((await less.count()) > 0);
  await playOut([page]);
  assert.equal(await widthOf(page), PHONE.width);
  // Who has how many points is on the screen without scrolling, whoever it is.
  const standing = page.locator('.standing li');
  await standing.first().waitFor();
  const ends = await standing.evaluateAll((all) => all.map((el) => el.getBoundingClientRect().bottom));
  assert.equal(ends.length, await page.locator('.column .total').count());
  assert.ok(ends.every((end) => end > 0 && end <= PHONE.height), `everybody's points: ${ends}`);
  await leave(page);
});

test('a game without a folder in the page is played on the generic board', async () => {
  const made = await server.table([MIKA, ...bots(1)]);
  const page = await visit(browser);
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((text) => {
      socket.send(String(text).replace('"game":"shintoh","you"', '"game":"other","you"'));
    });
  });
  await page.goto(made.link('A'));
  await myTurn(page);
  await page.locator('.generic').waitFor();
  for (const zone of ['the players', 'the table']) {
    await page.getByRole('region', { name: zone }).waitFor();
  }
  await playOut([page]);
  await page.getByRole('button', { name: 'Play again' }).waitFor();
  await page.context().close();
});
