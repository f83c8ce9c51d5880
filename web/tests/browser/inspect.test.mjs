/** Whatever is named in a sentence or lies on a table answers hover, focus, tap and keyboard. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leave, seriousFaults, server, setUp, TOUCH } from './harness.mjs';
import { measuringPage, positions } from './recorded.mjs';

setUp();

const GAMES = ['shintoh:3', 'kamisama:3', 'kodama:3', 'battles:3'];
/** Names on these boards that have to answer, whoever owns them. */
const THINGS = {
  shintoh: ['term:harvest_card', 'term:offering_pile', 'role:', 'hand:A', 'term:rice'],
  kamisama: ['kami:', 'term:favor', 'term:token', 'village:FA', 'space:FA.b2', 'ability:'],
  kodama: ['card:', 'term:star', 'term:season', 'tree:A', 'kodama:'],
  battles: ['card:', 'term:faith_points', 'term:hall_of_heroes', 'seat:A'],
};

/** A position in the middle of a game, with something in the log. */
async function middle(table) {
  const [all] = await positions([table], 12, '7');
  return all
    .filter(({ question }) => !['over', 'KAMI', 'GOD', 'TEMPLE'].includes(question))
    .toSorted((a, b) => b.state.log.lines.length - a.state.log.lines.length)[0];
}

const shown = (page) => page.locator('.inspector');

describe('what is named and what lies there', () => {
  for (const table of GAMES) {
    const [game] = table.split(':');
    test(`${game}: names in the log light up and open, in both languages`, async () => {
      const position = await middle(table);
      const page = await measuringPage();
      for (const lang of ['en', 'ja']) {
        await page.show(position, lang);
        const name = page.locator('.log .named:not(.term)').last();
        await name.hover();
        await page.locator('.inspector[role=tooltip], .overlay').first().waitFor();
        await page.mouse.move(2, 2);
        await shown(page).waitFor({ state: 'detached' });
        await name.click();
        // Shintoh opens its own gallery, in which every god lies.
        await page.locator('.inspector.held, .overlay').first().waitFor();
        assert.deepEqual(await seriousFaults(page), []);
        await page.mouse.move(2, 2); // what lies under the pointer would tell about itself again
        await page.keyboard.press('Escape');
        // The name has the focus again, and may tell about itself in passing.
        await page.locator('.inspector.held, .overlay').waitFor({ state: 'detached' });
      }
      const codes = await page.locator('.log li').allInnerTexts();
      assert.deepEqual(codes.filter((line) => /\b[BKP]\d\d\b|ability \d/.test(line)), []);
      await leave(page);
    });

    test(`${game}: things of everybody answer, with what they are and how they are`, async () => {
      const page = await measuringPage();
      await page.show(await middle(table), 'en');
      await page.waitForFunction(() => document.querySelector('.log .named'));
      for (const thing of THINGS[game]) {
        const el = page.locator(`.board [data-about^="${thing}"]`).filter({ visible: true }).last();
        // The keyboard's way; the pointer's is tried below.
        await el.evaluate((one) => one.dispatchEvent(new KeyboardEvent('keydown', { key: 'i', bubbles: true })));
        // More than a name; what a word means may still be on its way.
        await shown(page).filter({ hasText: /\S[\s\S]{12,}/ }).waitFor().catch(async () => {
          assert.fail(`${thing} says: ${await shown(page).innerText()}`);
        });
        await page.keyboard.press('Escape');
        await shown(page).waitFor({ state: 'detached' });
      }
      await leave(page);
    });
  }
});

test('the keyboard looks at things, and arrows go from one to the next', async () => {
  const page = await measuringPage();
  await page.show(await middle('kamisama:3'), 'en');
  await page.waitForFunction(() => document.querySelector('.log .named'));
  await page.keyboard.press('i');
  await shown(page).waitFor();
  const seen = new Set();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight']) {
    seen.add(await shown(page).getAttribute('data-inspects'));
    await page.keyboard.press(key);
  }
  assert.ok(seen.size >= 3, [...seen].join());
  await page.keyboard.press('Escape');
  await shown(page).waitFor({ state: 'detached' });
  await leave(page);
});

test('what lies under the pointer tells about itself, and is silent again', async () => {
  const page = await measuringPage();
  await page.show(await middle('kamisama:3'), 'en');
  await page.waitForFunction(() => document.querySelector('.log .named'));
  await page.locator('.players-part .portrait').first().hover();
  await shown(page).filter({ hasText: 'is this kami' }).waitFor();
  await page.mouse.move(2, 2);
  await shown(page).waitFor({ state: 'detached' });
  await leave(page);
});

test('names lead on to what they mention, and terms to their rules', async () => {
  const page = await measuringPage();
  await page.show(await middle('kamisama:3'), 'en');
  await page.locator('.board [data-about="term:favor"]').last().click();
  await page.locator('.inspector a', { hasText: 'KS-TRK-01' }).waitFor();
  await page.locator('.inspector .named', { hasText: 'Nature' }).first().click();
  await page.locator('.inspector[data-inspects="term:nature"]').waitFor();
  await leave(page);
});

for (const viewport of [TOUCH.viewport, { width: 844, height: 390 }]) {
  test(`a finger reads what it holds, and does not choose it: ${viewport.width}x${viewport.height}`, async () => {
    const page = await measuringPage({ ...TOUCH, viewport });
    const position = (await positions(['kamisama:3'], 12, '7'))[0].find(({ question }) => question === 'ACT');
    await page.show(position, 'en');
    const space = page.locator('.space.offered').filter({ visible: true }).first();
    const pointer = { pointerType: 'touch', bubbles: true, pointerId: 5 };
    await space.dispatchEvent('pointerdown', pointer);
    await page.locator('.inspector.held').waitFor();
    await space.dispatchEvent('pointerup', pointer);
    await space.dispatchEvent('click');
    assert.equal(await page.locator('.space.chosen').count(), 0);
    // It is on the screen, also when its rules have come.
    await page.waitForFunction(() => {
      const { left, top, right, bottom } = document.querySelector('.inspector').getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    });
    assert.deepEqual(await seriousFaults(page), []);
    await leave(page);
  });
}

test('every term can be looked up, at a table and with the rules', async () => {
  const page = await measuringPage();
  await page.show(await middle('battles:3'), 'en');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Words' }).click();
  await page.locator('[data-term="term:reincarnate"]').waitFor();
  await page.getByLabel('Search the words').fill('seal');
  assert.deepEqual(await page.locator('[data-term]').count(), 1);
  assert.match(await page.locator('[data-term="term:sealed"]').innerText(), /KB-GLO-38/);
  assert.deepEqual(await seriousFaults(page), []);
  await page.goto(`${server.url}/rules/kamisama?show=words`);
  await page.locator('[data-term="term:favor"]').waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await leave(page);
});
