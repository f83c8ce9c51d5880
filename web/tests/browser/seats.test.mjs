import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bots, bothSitDown, browser, copyLink, HARU, leave, MIKA, myTurn, playOut, server, setUp, sitDown, TOUCH,
  visit,
} from './harness.mjs'; // prettier-ignore

setUp(['--away-seconds', '3']);

const first = { settings: { first_dealer: 'A' } };

test('a friend comes by one link', async () => {
  const host = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await host.goto(server.url);
  await host.getByRole('combobox', { name: 'Seat B' }).selectOption('link');
  await host.getByRole('button', { name: 'Set the table, get the links' }).click();
  const link = await copyLink(host, 'Copy link: link of seat B');
  await host.getByRole('button', { name: 'I am ready' }).click();

  const friend = await visit(browser, { settings: { name: '' } });
  await friend.goto(link);
  await friend.getByRole('textbox', { name: 'Your name' }).fill('<img src=x onerror=alert(1)>');
  await friend.getByRole('button', { name: 'I am ready' }).click();
  await friend.locator('.question-panel').waitFor();
  // The name is shown as it was typed, never as markup.
  await host.getByText('<img src=x').first().waitFor();
  assert.equal(await host.locator('img[src=x]').count(), 0);
  for (const page of [host, friend]) await page.context().close();
});

test('an invitation is used once, and its seat stays with the device that used it', async () => {
  const made = await server.table([MIKA, { kind: 'person', name: '' }], first);
  const friend = await visit(browser);
  await friend.goto(made.link('B'));
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Haru');
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await friend.locator('.question-panel').waitFor();
  assert.notEqual(friend.url(), made.link('B')); // a bookmark made now is that of the seat
  const own = friend.url();

  // The message with the link still works here, and nowhere else.
  await friend.goto(server.url);
  await friend.goto(made.link('B'));
  await friend.locator('.question-panel').waitFor();
  const stranger = await visit(browser, { settings: { lang: 'ja' } });
  await stranger.goto(made.link('B'));
  await stranger.getByRole('heading', { name: 'このリンクでは席につけません' }).waitFor();
  await stranger.getByText('この招待はもう使われたか').waitFor();

  // Who has the seat sees that it is open twice, and no longer.
  const warning = friend.getByText('Your seat is open on another device');
  assert.equal(await warning.count(), 0);
  const phone = await visit(browser);
  await phone.goto(own);
  await phone.getByText('Your seat is open on another device').waitFor();
  await warning.waitFor();
  await phone.context().close();
  await warning.waitFor({ state: 'detached' });
  for (const page of [friend, stranger]) await page.context().close();
});

test('whoever made the table invites anew for somebody who is gone', async () => {
  const host = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await host.goto(server.url);
  await host.getByRole('combobox', { name: 'Seat B' }).selectOption('link');
  await host.getByRole('button', { name: 'Set the table, get the links' }).click();
  const copy = 'Copy link: link of seat B';
  const invitation = await copyLink(host, copy);
  await host.getByRole('button', { name: 'I am ready' }).click();
  const friend = await visit(browser);
  await friend.goto(invitation);
  await friend.getByRole('button', { name: 'I am ready' }).click();
  await friend.locator('.question-panel').waitFor();

  await host.getByRole('button', { name: 'Menu' }).click();
  await host.getByText('somebody sits here').waitFor();
  await friend.close();
  const anew = host.getByRole('button', { name: 'New invitation' });
  const [given, refused] = [host.getByRole('button', { name: copy }), host.locator('.slip')];
  for (;;) {
    await anew.click();
    await given.or(refused).first().waitFor();
    if ((await given.count()) > 0) break;
    await refused.getByRole('button').first().dispatchEvent('click'); // they have only just left
    await refused.waitFor({ state: 'detached' });
    await host.waitForTimeout(500);
  }
  const second = await copyLink(host, copy);
  assert.notEqual(second, invitation);
  const other = await visit(browser, { settings: { name: '' } });
  await other.goto(second);
  await other.getByRole('textbox', { name: 'Your name' }).fill('Aki');
  await other.getByRole('button', { name: 'Sit down' }).click();
  await other.locator('.question-panel').waitFor();

  const back = await friend.context().newPage();
  await back.goto(invitation);
  await back.getByText('somebody else has it now').waitFor();
  for (const page of [host, other, back]) await page.context().close();
});

test('hot seat: nothing is shown while the device changes hands', async () => {
  const page = await visit(browser);
  await page.goto(server.url);
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await page.getByRole('combobox', { name: 'Seat B' }).selectOption('here');
  await page.getByRole('textbox', { name: 'Name of seat B' }).fill('Haru');
  await page.getByRole('radio', { name: 'Seat A' }).check({ force: true });
  await page.getByRole('radio', { name: 'Allowed' }).check({ force: true });
  await page.getByRole('button', { name: 'Begin', exact: true }).click();

  for (const name of ['Mika', 'Haru', 'Mika']) {
    await page.getByRole('heading', { name: `Hand the device to ${name}` }).waitFor();
    assert.equal(await page.locator('.question-panel, .log, [data-card-key]').count(), 0);
    // A hint is for the eyes of one seat, also the one the last seat asked for.
    assert.equal(await page.locator('.hint-panel, .hint-marks').count(), 0);
    await page.getByRole('button', { name: 'Hint' }).click({ force: true }); // it is disabled
    await page.getByText('a hint comes when you are asked').waitFor();
    await page.getByRole('button', { name: `I am ${name}: show my side` }).click();
    await myTurn(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hint-panel li').first().waitFor();
    await page.locator('.question-panel [data-primary]').click();
  }
  await leave(page);
});

test('a bot takes the seat of somebody who is away, and gives it back', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [one, other] = await bothSitDown(made);
  await myTurn(one);
  await one.locator('.question-panel [data-primary]').click();
  await myTurn(other); // only who has come can be away
  // It is said until the bot has the seat, so the page itself looks out for it.
  const said = one.waitForFunction(() =>
    document.body.textContent.includes('Haru is away. A bot takes the seat in') &&
    [...document.querySelectorAll('button')].some((el) => el.innerText.trim() === 'Wait longer'),
  );
  await other.close();
  await said;
  assert.equal(await myTurn(one), true); // the bot has answered

  const back = await other.context().newPage();
  await back.goto(made.link('B'));
  await back.getByText('While you were away, a bot').first().waitFor();
  await one.locator('.question-panel [data-answer]').nth(1).click();
  await myTurn(back);
  for (const page of [one, back]) await page.context().close();
});

test('a seat is lent at its own request and taken back', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [one, other] = await bothSitDown(made);
  await myTurn(one);
  await one.getByRole('button', { name: 'Menu' }).click();
  await one.getByRole('button', { name: 'Let it play' }).click();
  await one.keyboard.press('Escape');
  await one.getByText('A bot plays for you.').first().waitFor();
  await myTurn(other); // the bot has answered for Mika
  const back = one.getByRole('button', { name: 'Take the seat back' }).first();
  await back.click();
  await back.waitFor({ state: 'detached' });
  await other.locator('.question-panel [data-answer]').nth(1).click();
  assert.equal(await myTurn(one), true);
  for (const page of [one, other]) await page.context().close();
});

test('time is up: a bot answers the turn, then stays; everybody reads why, one press takes back', async () => {
  const made = await server.table([MIKA, HARU], { ...first, clock: { kind: 'move', seconds: 8 } });
  const [one, other] = [await visit(browser), await visit(browser, { settings: { lang: 'ja' } })];
  await one.goto(made.link('A'));
  await other.goto(made.link('B'));

  // Once: the turn is played, and the seat comes back by itself.
  await one.getByText('Your time was up, and a bot answered').waitFor();
  await one.getByText('The seat is yours again.').waitFor();
  await other.locator('.log').getByText('Mikaは時間切れになったので、この手番はボットが打ちます').waitFor();
  await myTurn(other);
  await other.locator('.question-panel [data-answer]').nth(1).click();
  assert.equal(await myTurn(one), true);

  // Twice without an answer: the bot stays until it is asked.
  await one.getByText('Your time is up, so a bot plays for you until you take the seat back.').waitFor();
  await one.locator('.log').getByText('is out of time; a bot plays.').waitFor();
  await one.getByRole('button', { name: 'Take the seat back' }).click();
  await one.getByRole('button', { name: 'Take the seat back' }).waitFor({ state: 'detached' });
  await one.getByText('Your time was up, and a bot').waitFor();
  assert.deepEqual([...one.complaints, ...other.complaints], []);
  for (const page of [one, other]) await page.context().close();
});

test('bots at full speed do not freeze the page', async () => {
  const made = await server.table([MIKA, ...bots(3)], { game: 'battles' }); // which takes its time
  const page = await sitDown(made);
  await myTurn(page);
  // Pictures while only bots play: a frozen page draws none until the game is over.
  await page.evaluate(() => {
    window.drawn = 0;
    const draw = () => {
      if (document.querySelector('.question-panel.over, .scoring')) return;
      if (!document.querySelector('.question-panel.mine')) window.drawn += 1;
      requestAnimationFrame(draw);
    };
    draw();
  });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Let it play' }).click();
  await page.keyboard.press('Escape');
  await page.locator('.question-panel.over, .scoring').first().waitFor({ timeout: 120_000 });
  assert.ok((await page.evaluate(() => window.drawn)) > 0, 'it drew nothing until the game was over');
  await page.context().close();
});

test('a lost network is said at once, and an act made meanwhile is not lost', async () => {
  const made = await server.table([MIKA, ...bots(1)], first);
  const page = await sitDown(made);
  await myTurn(page);
  await page.context().setOffline(true);
  await page.getByText('Reconnecting. Nothing is lost.').waitFor(); // silence alone would tell later than that
  await page.locator('.question-panel [data-primary]').click();
  await page.context().setOffline(false);
  await page.locator('.log').getByText(/^Mika dedicates/).first().waitFor();
  await page.context().close();
});

test('who cannot sit down because nobody answers reads it, and finds the way out', async () => {
  const made = await server.table([MIKA, ...bots(1)], first);
  const page = await visit(browser);
  let answers = false;
  await page.routeWebSocket(/\/ws\//, (line) => (answers ? line.connectToServer() : line.close()));
  await page.goto(made.link('A'));
  await page.getByText('The server does not answer').waitFor();
  assert.equal(await page.locator('main').getByRole('link', { name: 'To the lobby' }).getAttribute('href'), '/');
  answers = true;
  await myTurn(page);
  await page.context().close();
});

test('on a phone a line of the chat is noticed', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [one, other] = await bothSitDown(made, TOUCH);
  await myTurn(one);
  await other.getByRole('tab', { name: 'Chat' }).click();
  await other.getByRole('button', { name: 'Have fun!' }).click();
  await one.getByRole('button', { name: 'Log · New in the chat' }).click();
  await one.getByRole('log').getByText('Have fun!').waitFor();
  for (const page of [one, other]) await page.context().close();
});

test('chat: words, phrases, and nothing but text', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [one, other] = await bothSitDown(made);
  await one.getByRole('tab', { name: 'Chat' }).click();
  await one.getByRole('textbox', { name: 'Write a line' }).fill('<b>Good evening</b>');
  await one.keyboard.press('Enter');
  await one.getByRole('button', { name: 'Have fun!' }).click();
  await other.getByRole('tab', { name: 'Chat' }).click();
  await other.getByText('<b>Good evening</b>').waitFor();
  await other.getByRole('log').getByText('Have fun!').waitFor();
  await other.getByRole('button', { name: 'Mute Mika' }).click();
  await other.getByText('<b>Good evening</b>').waitFor({ state: 'detached' });
  for (const page of [one, other]) await page.context().close();
});

test('a public table is found in the lobby and joined', async () => {
  await server.table([MIKA, { kind: 'person', name: '' }, ...bots(1)], { public: true });
  const page = await visit(browser, { settings: { name: 'Ren' } });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Sit down' }).first().click();
  await page.locator('.question-panel').waitFor();
  await page.locator('[data-region=mine]').getByText('Ren').waitFor();
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'Your tables' }).waitFor();
  await page.locator('a[href^="/t/"]').first().waitFor();

  // A link is a seat: a running game is not forgotten by one click.
  const drop = page.getByRole('button', { name: /^Forget the table of/ });
  await drop.click();
  await page.getByRole('button', { name: 'Keep' }).click();
  await drop.click();
  await page.getByRole('button', { name: 'Forget', exact: true }).click();
  await page.getByText('No table yet').waitFor();
  await page.context().close();
});

test('replay: every step, any seat, the record, the shuffle; and play on from there', async () => {
  const made = await server.table([MIKA, { kind: 'bot', level: 'heuristic', name: 'Bot B' }]);
  const page = await sitDown(made);
  await playOut([page]);
  await page.getByRole('link', { name: 'Replay' }).click();
  const at = page.locator('.transport .num');
  await at.waitFor();
  const last = Number(/(\d+) of (\d+)/.exec(await at.innerText())[2]);
  assert.ok(last > 20);

  // What every god has cost, though nobody has turned all the pages.
  await page.getByText('Paid in offerings').first().waitFor();

  // The coach comes in bit by bit; at the end the winner has all chances.
  await page.getByRole('button', { name: 'Look at this game with the coach' }).click();
  await page.locator('.luck table').waitFor({ state: 'attached', timeout: 300_000 });
  const shares = () => page.locator('.values li b').allInnerTexts();
  assert.deepEqual((await shares()).map((text) => text.trim()).sort().reverse(), ['100 %', '0 %']);

  await page.keyboard.press('Home');
  assert.match(await at.innerText(), /^move 0 of/);
  assert.notDeepEqual((await shares()).sort().reverse(), ['100 %', '0 %']);
  await page.getByRole('button', { name: 'Back to the log' }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  assert.match(await at.innerText(), /^move 1 of/);
  const sees = {
    /** The role card lies beside the table, and the table reaches up to it. */
    async rolePrices() {
      const card = page.getByRole('region', { name: 'role card' });
      assert.match(await card.innerText(), /12[^]*24/);
      const [table, roles] = [await page.locator('.stage .table').boundingBox(), await card.boundingBox()];
      assert.ok(roles.x - (table.x + table.width) < 20, 'no hole beside the table');
    },
  };
  await page.getByRole('slider').fill('12');
  assert.match(await at.innerText(), /^move 12 of/);

  await page.getByRole('combobox', { name: 'Seen by' }).selectOption({ index: 0 });
  await page.locator('[data-region=mine]').waitFor({ state: 'detached' });
  await sees.rolePrices();
  await page.getByRole('combobox', { name: 'Seen by' }).selectOption({ index: 1 });
  await page.locator('[data-region=mine]').waitFor();
  await sees.rolePrices();

  await page.getByRole('button', { name: 'Verify the shuffle' }).click();
  await page.getByText('The shuffle is as it was sealed.').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the record' }).click();
  assert.match((await download).suggestedFilename(), /^shintoh-.*\.json$/);

  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/\/t\//);
  assert.ok(!page.url().includes(made.table));
  assert.equal(await myTurn(page), true);
  // The others keep their names.
  const [{ names: called }] = await page.evaluate(() => JSON.parse(localStorage['kamiza.tables']));
  assert.ok(called.includes('Bot B'), `${called}`);
  // Whatever is asked here, something can be answered or chosen.
  const possible = ['[data-answer]', '[data-choice]'].map((one) => `.question-panel ${one}:not([aria-disabled=true])`);
  await page.locator(possible.join()).first().click();
  await leave(page);
});
