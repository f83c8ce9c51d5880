/** Sitting down together and getting up again, as people do it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bothSitDown, bots, browser, copyLink, HARU, leave, MIKA, myTurn, seriousFaults, server, setUp, sitDown,
  TOUCH, visit, widthOf,
} from './harness.mjs'; // prettier-ignore

setUp();

const first = { settings: { first_dealer: 'A' } };
const FREE = { kind: 'person', name: '' };
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Somebody sets a table in the lobby, for a friend who gets the link. */
async function inviteFromLobby(host) {
  await host.goto(server.url);
  await host.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await host.getByRole('combobox', { name: 'Seat B' }).selectOption('link');
  await host.getByRole('combobox', { name: 'Clock' }).selectOption('move60');
  await host.getByRole('button', { name: 'Set the table, get the links' }).click();
  return copyLink(host, 'Copy link: link of seat B');
}

test('the game begins when both are ready, by keyboard alone, and no clock runs before', async () => {
  const host = await visit(browser, CLIPBOARD);
  const link = await inviteFromLobby(host);
  await host.getByRole('heading', { name: 'Waiting for guests' }).waitFor();
  await host.getByRole('img', { name: 'The invitation to seat B as a QR code' }).waitFor();
  assert.deepEqual(await seriousFaults(host), []);

  const friend = await visit(browser, { ...TOUCH, settings: { name: '' } });
  await friend.goto(link);
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Haru');
  await friend.keyboard.press('Enter');
  await friend.getByRole('heading', { name: 'You are ready' }).waitFor();
  // The host has not said a word yet: nothing is dealt, nobody's time runs, no bot plays.
  await host.locator('[data-seat=B]').getByText('ready').waitFor();
  for (const page of [host, friend]) {
    assert.equal(await page.locator('.question-panel').count(), 0);
    assert.equal(await page.getByRole('timer').count(), 0);
  }
  assert.equal(await widthOf(friend), 390);

  await host.locator('body').press('Enter'); // the primary answer, as at the table
  for (const page of [host, friend]) await page.locator('.question-panel').waitFor();
  await myTurn(host);
  await leave(host, friend);
});

test('the maker begins without the friend, who has the seat back from the bot', async () => {
  const host = await visit(browser, CLIPBOARD);
  const link = await inviteFromLobby(host);
  await host.getByRole('button', { name: 'I am ready' }).click();
  await host.getByRole('button', { name: 'Begin with a bot in seat B' }).click();
  await host.locator('.question-panel').waitFor();
  const late = await visit(browser, { settings: { name: 'Haru' } });
  await late.goto(link);
  await late.getByRole('button', { name: 'Sit down' }).click();
  await late.locator('.question-panel').waitFor();
  await leave(host, late);
});

test('a cancelled table is gone for everybody', async () => {
  const host = await visit(browser, CLIPBOARD);
  const link = await inviteFromLobby(host);
  const friend = await visit(browser, { settings: { lang: 'ja', theme: 'dark' } });
  await friend.goto(link);
  await friend.getByRole('button', { name: '準備できました' }).waitFor();
  assert.deepEqual(await seriousFaults(friend), []);
  await host.getByRole('button', { name: 'Cancel the table' }).click();
  await host.getByRole('button', { name: 'Cancel it' }).click();
  await host.getByText('No table yet.').waitFor();
  await friend.getByRole('heading', { name: '卓は取りやめになりました' }).waitFor();
  await leave(host, friend);
});

test('teams are seen before the game, on a phone in the dark', async () => {
  const players = [MIKA, FREE, ...bots(1), FREE];
  const made = await server.table(players, { game: 'battles', waits: true, settings: { mode: 'team' } });
  const page = await sitDown(made, { ...TOUCH, settings: { theme: 'dark', lang: 'ja' } }, 'B');
  const mine = page.locator('section.team').filter({ hasText: '自分のチーム' });
  await mine.locator('[data-seat=D]').waitFor();
  assert.equal(await mine.locator('[data-seat=A]').count(), 0);
  assert.equal(await widthOf(page), 390);
  assert.deepEqual(await seriousFaults(page), []);
  await leave(page);
});

test('who resigns has lost; both play again, each on the other seat', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [mika, haru] = await bothSitDown(made, {}, { settings: { name: 'Haru' } });
  await myTurn(mika);
  await mika.getByRole('button', { name: 'Menu' }).click();
  await mika.getByRole('button', { name: 'Resign…' }).click();
  await mika.getByText('The game is over then, and you have lost.').waitFor();
  await mika.getByRole('button', { name: 'Resign', exact: true }).click();
  for (const page of [mika, haru]) {
    await page.getByRole('heading', { name: 'Mika has resigned' }).waitFor();
    const winner = page.locator('.ended-panel li').first();
    assert.match(await winner.innerText(), /place 1[\s\S]*Haru/);
    assert.equal(await page.locator('.question-panel.mine').count(), 0);
  }
  assert.deepEqual(await seriousFaults(haru), []);
  await mika.getByRole('button', { name: 'Play again' }).click();
  await haru.getByRole('button', { name: 'Sit down there' }).click();
  // Both have said that they want to: nobody is asked once more.
  for (const page of [mika, haru]) {
    await page.waitForURL((url) => !url.href.includes(made.table));
    await page.locator('.question-panel').waitFor();
  }
  await mika.getByText('B Mika').first().waitFor();
  await leave(mika, haru);
});

test('a game ends by agreement, and the lobby tells how', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [mika, haru] = await bothSitDown(made, {}, { settings: { name: 'Haru' } });
  await myTurn(mika);
  await mika.getByRole('button', { name: 'Menu' }).click();
  await mika.getByRole('button', { name: 'Ask to end here…' }).click();
  await mika.getByRole('button', { name: 'As it stands' }).click();
  await mika.getByText('The others are asked whether to end the game.').waitFor();
  await haru.getByText('Mika would like to end the game here, as it stands.').waitFor();
  await haru.getByRole('button', { name: 'Play on' }).click();
  await mika.getByText('Haru would rather play on.').waitFor();
  await mika.getByRole('button', { name: 'Menu' }).click();
  await mika.getByRole('button', { name: 'Ask to end here…' }).click();
  await mika.getByRole('button', { name: 'As it stands' }).click();
  await haru.getByRole('button', { name: 'Agree' }).click();
  for (const page of [mika, haru]) {
    await page.getByRole('heading', { name: 'The game ended by agreement' }).waitFor();
  }
  await haru.getByRole('link', { name: 'Kamiza, to the lobby' }).click();
  await haru.getByText(/place [12] · \d+ points/).waitFor();
  await leave(mika, haru);
});

test('the lobby knows whose turn it is at a table nobody here looks at', async () => {
  const made = await server.table([MIKA, HARU], first);
  const [mika, haru] = await bothSitDown(made, {}, { settings: { name: 'Haru' } });
  await myTurn(mika);
  await haru.getByRole('link', { name: 'Kamiza, to the lobby' }).click();
  const place = haru.getByRole('region', { name: 'Your tables' });
  await place.getByText('Mika to move').waitFor();
  await place.getByText('Competition 1 of').waitFor();
  await mika.getByRole('button', { name: /^Pass/ }).click();
  await mika.locator('.question-panel.theirs').waitFor();
  await haru.reload();
  await place.getByText('Your turn').waitFor();
  await leave(mika, haru);
});

test('open tables tell who invites, the clock and the options', async () => {
  const clock = { kind: 'bank', seconds: 600, increment: 15 };
  await server.table([MIKA, FREE], { public: true, clock, waits: true, settings: { role_knowledge: 'open_book' } });
  const page = await visit(browser);
  await page.goto(server.url);
  const open = page.getByRole('region', { name: 'Open tables' }).getByRole('listitem').first();
  await open.getByText('Host Mika · 1 of 2 seats free').waitFor();
  await open.getByText('not begun yet · 10 min and 15 s a turn').waitFor();
  await leave(page);
});

test('who watches reads so, and players see how many do', async () => {
  const made = await server.table([MIKA, ...bots(1)], first);
  const mika = await sitDown(made);
  const watcher = await visit(browser, TOUCH);
  await watcher.goto(`${server.url}/t/${made.table}#${made.spectator}`);
  await watcher.getByText('Watching', { exact: true }).waitFor();
  await mika.getByText('Watching: 1').waitFor({ state: 'attached' });
  assert.equal(await widthOf(watcher), 390);
  await leave(watcher);
  await mika.getByText('Watching: 1').waitFor({ state: 'detached' });
  await leave(mika);
});
