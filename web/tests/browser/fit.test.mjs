/**
 * Everything fits everywhere: windows, text sizes, languages, names as long as they may be, every
 * number of players, over positions of games between bots. `npm run test:browser` measures a short
 * fixed set; `make soak-browser` (KAMIZA_FIT=whole) measures everything, with other games each time.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browser, playOut, server, setUp, sitDown, STILL, visit } from './harness.mjs';
import { measuringPage, positions } from './recorded.mjs';
import { faults, PHONES, WINDOWS } from './measure.mjs';

const isWhole = process.env.KAMIZA_FIT === 'whole';
const SEED = isWhole ? String(Math.floor(Math.random() * 1e9)) : '7';
const TEAM = '{"mode":"team"}';
const ALL = [
  'shintoh:2', 'shintoh:3', 'shintoh:4', 'shintoh:5', 'kamisama:2', 'kamisama:3', 'kamisama:4',
  'kodama:2', 'kodama:3', 'kodama:4', 'kodama:5', 'battles:2', 'battles:3', `battles:4:${TEAM}`,
  'battles:5', 'battles:6', `battles:6:${TEAM}`,
]; // prettier-ignore
const SOME = ['shintoh:4', 'kamisama:4', 'kodama:5', 'battles:6'];

/** In the short set every question of the fullest tables is seen in a few of these, in turn. */
const LOOKS = Object.keys({ ...WINDOWS, ...PHONES }).flatMap((size) =>
  ['normal', 'larger'].flatMap((text) => ['en', 'ja'].map((lang) => ({ size, text, lang }))),
);
const EVERY = 12;

setUp();

async function measured(page, all, isPhone) {
  const sizes = isPhone ? PHONES : WINDOWS;
  const found = [];
  for (const [number, position] of all.entries()) {
    for (const lang of ['en', 'ja']) {
      const looks = LOOKS.filter((look) => look.lang === lang && sizes[look.size]).filter(
        (_, at) => isWhole || (at + number) % EVERY === 0,
      );
      if (looks.length === 0) continue;
      await page.show(position, lang);
      for (const { size, text } of looks) {
        await page.wear(sizes[size], text);
        const where = `${position.question} at ${size}, ${text} text, ${lang}`;
        found.push(...(await faults(page, isPhone)).map((fault) => `${where}: ${fault}`));
      }
    }
  }
  return found;
}

const tables = isWhole ? ALL : SOME;
describe(`positions of games with seed ${SEED}`, () => {
  for (const isPhone of [false, true]) {
    for (const table of tables) {
      test(`${table} fits ${isPhone ? 'phones' : 'windows'}`, async () => {
        const [all] = await positions([table], isWhole ? 16 : 4, SEED);
        const page = await measuringPage(isPhone ? { hasTouch: true, isMobile: true } : {});
        const found = await measured(page, all, isPhone);
        assert.deepEqual(found, []);
        assert.deepEqual(page.complaints, []);
        await page.context().close();
      });
    }
  }
});

/** Runs in the page: what of the stage lies under the God Pile? */
function underThePile() {
  const pile = document.querySelector('.god-pile').getBoundingClientRect();
  return [...document.querySelectorAll('.gods button, .gods .note, .altar .card')]
    .filter((thing) => {
      const { left, right, top, bottom } = thing.getBoundingClientRect();
      return left < pile.right && right > pile.left && top < pile.bottom && bottom > pile.top;
    })
    .map((thing) => thing.ariaLabel ?? thing.textContent);
}

test('a line above the table makes the window lower, and the God Pile of Shintoh still lies by itself', async () => {
  const [[position]] = await positions(['shintoh:3'], 2, SEED);
  const page = await measuringPage();
  for (const lang of ['en', 'ja']) {
    await page.show(position, lang);
    await page.wear({ width: 1280, height: 660 }, 'normal');
    assert.deepEqual(await page.evaluate(underThePile), []);
    assert.deepEqual(await faults(page, false), []);
  }
  await page.context().close();
});

test('a replay has room for the longest names', async () => {
  const names = ['Maximiliane Hohenzollern', 'Bartholomew Featherstone'];
  const made = await server.table([{ kind: 'person', name: names[0] }, { kind: 'person', name: names[1] }]);
  const pages = [await sitDown(made), await sitDown(made, { settings: { name: names[1] } }, 'B')];
  await playOut(pages);
  const page = await visit(browser, STILL);
  await page.goto(`${server.url}/r/${made.table}`);
  await page.locator('.transport').waitFor();
  for (const [size, viewport] of Object.entries({ ...WINDOWS, ...PHONES })) {
    for (const text of ['normal', 'larger']) {
      await page.setViewportSize(viewport);
      await page.evaluate(async (text) => {
        document.documentElement.dataset.text = text;
        // What measures itself does so before the next picture.
        for (let picture = 0; picture < 3; picture++) await new Promise(requestAnimationFrame);
      }, text);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('aside :is(button, select, a, label)')]
          .filter((el) => el.checkVisibility())
          .filter((el) => el.getBoundingClientRect().right > innerWidth + 0.5 || el.getBoundingClientRect().left < 0)
          .map((el) => el.innerText),
      );
      assert.deepEqual(cut, [], `${size}, ${text}`);
    }
  }
  for (const one of [...pages, page]) await one.context().close();
});
