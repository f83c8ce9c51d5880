/** The coach: the graph of a finished game, its key moments, what was better, and trying it. */

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { browser, ended, leave, letItPlay, MIKA, seriousFaults, server, setUp, sitDown, STILL, TOUCH, visit, widthOf } from './harness.mjs'; // prettier-ignore

const SCREENS = process.env.KAMIZA_SCREENS;
if (SCREENS) mkdirSync(SCREENS, { recursive: true });
const BOTS = [1, 2].map((number) => ({ kind: 'bot', level: 'heuristic', name: `Bot ${number}` }));
const GAMES = ['shintoh', 'kamisama', 'kodama', 'battles'];
const over = {};

setUp([], async () => {
  for (const game of GAMES) over[game] = await playedByBots(game);
});

async function picture(page, name) {
  if (SCREENS) await page.screenshot({ path: join(SCREENS, `coach_${name}.png`) });
}

/** A finished game: I let a bot play for me, and watch. */
async function playedByBots(game) {
  const made = await server.table([MIKA, ...BOTS], { game });
  const page = await sitDown(made, STILL);
  await letItPlay(page);
  await ended(made, server);
  await page.context().close();
  return made;
}

async function coachOf(game, options = {}, seat = 'A') {
  const page = await visit(browser, { ...STILL, ...options });
  await page.goto(`${server.url}/r/${over[game].table}`);
  await page.locator('.transport').waitFor();
  const show = options.settings?.lang === 'ja' ? 'コーチとこの対局を振り返る' : 'Look at this game with the coach';
  await page.getByRole('button', { name: show }).click();
  if (seat) {
    await page.locator('.coach-bar select').selectOption(seat);
    // The replay comes anew, and the coach with it; until then there is that of a spectator.
    await page.locator('.chances header', { hasText: MIKA.name }).waitFor();
  }
  await page.locator('.graph polyline').first().waitFor();
  // It is complete when luck and skill can be told.
  await page.locator('.luck table').waitFor({ state: 'attached', timeout: 120_000 });
  return page;
}

const at = (page) => page.locator('.graph').getAttribute('aria-valuenow').then(Number);

describe('at a large screen', () => {
  for (const game of GAMES) {
    test(`${game}: graph, key moments, luck and skill, by keyboard`, async () => {
      const page = await coachOf(game, { settings: { theme: game === 'shintoh' ? 'dark' : 'light' } });
      assert.equal(await page.locator('.graph polyline').count(), 3);
      assert.match(await page.locator('.graph svg').getAttribute('aria-label'), /Winning chance: Mika (0|100|33|50) %/);
      await page.locator('.graph').focus();
      await page.keyboard.press('Home');
      assert.equal(await at(page), 0);
      await page.keyboard.press('ArrowRight');
      assert.equal(await at(page), 1);
      assert.match(await page.locator('.graph').getAttribute('aria-valuetext'), /^Move 1\. Mika \d+, /);
      const listed = await page.locator('.moments li').count();
      assert.ok(listed <= 8);
      if (listed > 0) {
        await page.keyboard.press('Home');
        await page.keyboard.press('PageDown');
        const on = page.locator('.moments li.on').first();
        await on.waitFor();
        assert.ok((await on.innerText()).length > 20);
        assert.match(await page.locator('.graph').getAttribute('aria-valuetext'), /Key moment \d\.$/);
      } else await page.getByText('No key moments').waitFor();
      // Every seat by its own knowledge, and the same as a table.
      await page.getByText('Show as table').click();
      assert.ok((await page.locator('.as-table tbody tr').count()) > 5);
      await page.getByText('Show as table').click();
      assert.deepEqual(await seriousFaults(page), []);
      await picture(page, game);
      await leave(page);
    });
  }

  test('what was played, what was better, and trying it; going back comes to the same moment', async () => {
    const page = await coachOf('kamisama', {}, null);
    await page.locator('.moments li button').first().click();
    await page.locator('.moments li.on').waitFor();
    const step = await at(page);
    await page.locator('[data-coach-now] .played').waitFor();
    const mine = page.locator('.moments li.on').getByRole('button', { name: 'Try it from here' });
    await mine.click();
    await page.waitForURL(/\/t\//);
    await page.locator('.question-panel').first().waitFor();
    await page.goBack();
    await page.waitForURL(/\/r\//);
    await page.locator('.graph polyline').first().waitFor();
    assert.equal(await at(page), step);
    await leave(page);
  });

  for (const game of ['shintoh', 'kamisama']) {
    test(`${game}: rings on the board show what was played and what was better; the moment can be edited`, async () => {
      const page = await coachOf(game);
      const { decisions } = await (await fetch(`${server.url}/api/tables/${over[game].table}/coach`)).json();
      const { steps } = await (await fetch(`${server.url}/api/tables/${over[game].table}/replay`)).json();
      const { step } = decisions.find(({ seat, moves, step }) => seat === 'A' && moves.length > 0 && moves[0] !== steps[step + 1].move && step > 3);
      await page.locator('.transport input[type=range]').fill(String(step));
      await page.locator('.hint-marks .word.played').waitFor();
      const better = page.locator('.hint-marks .word.better');
      assert.match(await better.getAttribute('aria-label'), /^better: ./);
      const [ring, stage] = await Promise.all([better, page.locator('#coach-part')].map((one) => one.boundingBox()));
      assert.ok(ring.x > stage.x - 20 && ring.x < stage.x + stage.width && ring.y < stage.y + stage.height, 'it lies on the board');
      assert.deepEqual(await seriousFaults(page), []);
      await page.getByRole('button', { name: 'Back to the log' }).click();
      await page.locator('.hint-marks').waitFor({ state: 'detached' });
      await page.locator('[data-replay=edit]').click();
      await page.locator('.check', { hasText: 'The position is possible' }).waitFor();
      await leave(page);
    });
  }

  test('by turn and by round', async () => {
    const page = await coachOf('kodama');
    await page.locator('.graph').focus();
    await page.keyboard.press('Home');
    const walked = [];
    for (const stride of ['turn', 'round']) {
      await page.locator('.transport select').selectOption(stride);
      await page.locator('.graph').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      walked.push(await at(page));
    }
    assert.ok(walked[0] > 1 && walked[1] > walked[0], String(walked));
    await leave(page);
  });
});

describe('on a phone', () => {
  test('in Japanese: one part at a time, nothing sideways', async () => {
    const page = await coachOf('kamisama', { ...TOUCH, settings: { lang: 'ja' } });
    assert.ok((await widthOf(page)) <= 390);
    assert.match(await page.locator('.chances').innerText(), /勝ち目/);
    await picture(page, 'phone_ja');
    const moment = page.locator('.moments li button').first();
    if ((await moment.count()) > 0) {
      await moment.tap();
      assert.match(await page.locator('.moments li.on').innerText(), /[ぁ-ん]/);
    }
    await page.getByRole('tab', { name: '運と腕前' }).tap();
    await page.locator('.luck table').waitFor();
    assert.equal(await page.locator('.graph').isVisible(), false);
    assert.ok((await widthOf(page)) <= 390);
    await picture(page, 'phone_luck_ja');
    await page.getByRole('tab', { name: 'ボード' }).tap();
    await page.locator('#coach-part').waitFor();
    await leave(page);
  });
});
