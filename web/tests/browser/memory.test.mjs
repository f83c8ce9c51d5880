import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { bots, browser, ended, leave, letItPlay, MIKA, playOut, seriousFaults, server, setUp, sitDown, STILL, TOUCH, visit, widthOf } from './harness.mjs'; // prettier-ignore
import { life, remembering } from './history_kit.mjs';

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
  await page.waitForFunction(() => document.activeElement?.id === 'key-words');
  await page.keyboard.type('pine lantern crane rivver seven snow');
  await page.keyboard.press('Enter');
  await page.getByText('No key has the word “rivver”.').waitFor();
  await leave(page);
});

/** Somebody founds a club, and Haru joins it by its link. */
async function clubOfTwo() {
  const founder = await visit(browser, STILL);
  await founder.goto(`${server.url}/c/new`);
  await founder.locator('#club-name').fill('Lanterns');
  await founder.locator('#club-me').press('Enter');
  await founder.locator('#club-wall').waitFor();
  const [club] = await founder.evaluate(() => JSON.parse(localStorage.getItem('kamiza.clubs')));
  const guest = await visit(browser, { ...STILL, settings: { name: 'Haru' } });
  await guest.goto(`${server.url}/c/${club.club}#${club.invite}`);
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.locator('#club-wall').waitFor();
  return { founder, guest, club };
}
const clubTable = ({ club, token }, game, more = {}) => server.table([MIKA, { kind: 'person', name: '' }], { game, club, ...more }, token);

test('whoever has the link of a club joins it, and sits down at its table', async () => {
  const { founder, guest, club } = await clubOfTwo();
  const made = await clubTable(club, 'shintoh', { waits: true });
  await guest.reload();
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await guest.waitForURL(`**/t/${made.table}**`);
  await leave(founder, guest);
});

test('what two members grew hangs on the wall and counts; the founder renames, removes and closes', async () => {
  const { founder, guest, club } = await clubOfTwo();
  const made = await clubTable(club, 'kodama');
  await guest.reload();
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await guest.waitForURL(`**/t/${made.table}**`);
  const home = founder.url();
  await founder.goto(made.link('A'));
  for (const page of [founder, guest]) await letItPlay(page);
  await ended(made, server);

  await founder.goto(home);
  await founder.getByRole('img', { name: /^The tree of Haru, \d+ points$/ }).waitFor();
  assert.equal(await founder.locator(`.frame[href="/r/${made.table}"] img`).count(), 2);
  assert.match(await founder.locator('main').innerText(), /Haru/);
  assert.deepEqual(await seriousFaults(founder), []);

  await founder.getByRole('button', { name: 'Invite and manage' }).click();
  await founder.locator('#club-title').fill('Four Lanterns');
  await founder.locator('#club-title').press('Enter');
  await founder.getByRole('heading', { name: 'Four Lanterns' }).waitFor();
  for (const label of ['Remove Haru', 'Close the club']) {
    await founder.getByRole('button', { name: label }).click(); // asks once more
    await founder.getByRole('button', { name: label }).press('Enter');
    await founder.getByRole('button', { name: label }).waitFor({ state: 'detached' });
  }
  await founder.getByRole('dialog').getByText('This club is closed.').waitFor();

  await guest.goto(home);
  await guest.getByRole('button', { name: 'Forget this club' }).waitFor();
  assert.equal(await guest.locator('#club-wall').count(), 0);
  await leave(founder);
  assert.ok(guest.complaints.every((one) => /403/.test(one))); // he is outside now
  await guest.context().close();
});

test('my games as files: saved, deleted, read again; what is no such file says so', async () => {
  const page = await visit(browser, { ...STILL, acceptDownloads: true });
  await remembering(page, life(3));
  await page.goto(`${server.url}/me`);
  const saving = async (label) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: label }).click()]);
    return file.path();
  };
  const lines = (await readFile(await saving('Table as CSV'), 'utf8')).trim().split('\n');
  assert.equal(lines.length, 1 + 3);
  const kept = await saving('Export all games');
  assert.equal(JSON.parse(await readFile(kept, 'utf8')).games.length, 3);
  await page.getByRole('button', { name: 'Delete my history…' }).click();
  await page.getByRole('button', { name: 'Delete 3 games' }).click();
  await page.getByText('Deleted.').waitFor();
  const reading = page.locator('input[type=file]');
  await reading.setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('{"games": 7}') });
  await page.getByText('This file holds no games of Kamiza.').waitFor();
  await reading.setInputFiles(kept);
  await page.getByText('3 games read in.').waitFor();
  assert.ok(page.complaints.every((one) => /404/.test(one))); // no server has the moves of a made up life
  await page.context().close();
});
