import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bots, browser, leave, MIKA, playOut, seriousFaults, server, setUp, sitDown, TOUCH, visit, widthOf } from './harness.mjs';
import { remembering } from './history_kit.mjs';

setUp();

const LOOKS = { light: {}, dark: { settings: { theme: 'dark' } }, Japanese: { settings: { lang: 'ja' } }, phone: TOUCH };

for (const [look, options] of Object.entries(LOOKS)) {
  test(`my games, ${look}: what they say is drawn, fits and axe-core finds nothing serious`, async () => {
    const page = await visit(browser, { ...options, reducedMotion: 'reduce' });
    await remembering(page);
    await page.goto(`${server.url}/me`);
    await page.locator('.tiles').waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    assert.ok((await widthOf(page)) <= page.viewportSize().width);
    await leave(page);
  });

  test(`a club, ${look}: founded, fits and axe-core finds nothing serious`, async () => {
    const page = await visit(browser, { ...options, reducedMotion: 'reduce' });
    await page.goto(`${server.url}/c/new`);
    await page.locator('#club-name').fill('Four Lanterns 四灯');
    await page.locator('#club-me').press('Enter');
    await page.locator('#club-wall').waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    assert.ok((await widthOf(page)) <= page.viewportSize().width);
    await leave(page);
  });
}

test('without a finished game the page says so and leads to a seat', async () => {
  const page = await visit(browser);
  await page.goto(`${server.url}/me`);
  await page.getByText('No finished game yet. The first one appears here.').waitFor();
  await page.getByRole('link', { name: 'Take a seat' }).click();
  await page.locator('.set').waitFor();
  await leave(page);
});

test('a game that ends is in my history, and a linked device has it, too', async () => {
  const made = await server.table([MIKA, ...bots(1)]);
  const page = await sitDown(made);
  await playOut([page]);
  await page.waitForFunction(() => localStorage.getItem('kamiza.history') !== null);
  await page.goto(`${server.url}/me`);
  await page.locator(`a[href="/r/${made.table}"]`).waitFor();
  await page.getByRole('button', { name: 'Make my key' }).click();
  await page.locator('[data-key] li').nth(5).waitFor();
  const words = await page.evaluate(() => JSON.parse(localStorage.getItem('kamiza.key')).words);
  await page.getByText('Linked: this device').waitFor();

  const other = await visit(browser, TOUCH);
  await other.goto(`${server.url}/me#${words.join('-')}`);
  await other.getByText('Go on only if the words are your own').waitFor();
  assert.equal(new URL(other.url()).hash, ''); // they leave the address at once
  await other.getByRole('button', { name: 'Link this device' }).click();
  await other.locator(`a[href="/r/${made.table}"]`).waitFor();

  await page.getByRole('button', { name: 'Delete my history…' }).click();
  await page.getByText('Delete 1 games from this device?').waitFor();
  await page.getByRole('button', { name: 'Delete 1 games' }).click();
  await page.getByText('Deleted.').waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('kamiza.key')), 'null');
  await leave(page);
  await other.context().close();
});

test('words that are none are said so, by keyboard', async () => {
  const page = await visit(browser);
  await page.goto(`${server.url}/me`);
  await page.getByRole('button', { name: 'I have six words' }).press('Enter');
  await page.keyboard.type('pine lantern crane rivver seven snow');
  await page.keyboard.press('Enter');
  await page.getByText('No key has the word “rivver”.').waitFor();
  await leave(page);
});

test('whoever has the link of a club joins it, and sits down at its table', async () => {
  const founder = await visit(browser);
  await founder.goto(`${server.url}/c/new`);
  await founder.locator('#club-name').fill('Lanterns');
  await founder.locator('#club-me').press('Enter');
  await founder.locator('#club-wall').waitFor();
  const [club] = await founder.evaluate(() => JSON.parse(localStorage.getItem('kamiza.clubs')));
  const guest = await visit(browser, { settings: { name: 'Haru' } });
  await guest.goto(`${server.url}/c/${club.club}#${club.invite}`);
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.locator('#club-wall').waitFor();
  const body = { game: 'shintoh', club: club.club, players: [MIKA, { kind: 'person', name: '' }], waits: true };
  const headers = { 'Content-Type': 'application/json', Origin: server.url, Authorization: `Bearer ${club.token}` };
  const made = await (await fetch(`${server.url}/api/tables`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  await guest.reload();
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await guest.waitForURL(`**/t/${made.table}**`);
  await leave(founder, guest);
});
