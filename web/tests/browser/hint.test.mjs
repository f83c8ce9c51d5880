/** A hint: the best options at the table, on the board, with the chance each leaves and why. */

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bothSitDown, browser, HARU, leave, MIKA, seriousFaults, server, setUp, sitDown, STILL, TOUCH, visit, widthOf } from './harness.mjs'; // prettier-ignore

const SCREENS = process.env.KAMIZA_SCREENS;
if (SCREENS) mkdirSync(SCREENS, { recursive: true });
const GAMES = ['shintoh', 'kamisama', 'kodama', 'battles'];
const BOTS = [1, 2, 3].map((number) => ({ kind: 'bot', level: 'heuristic', name: `Bot ${number}` }));
const OPTION = '.hint-panel li';

setUp();

/** Let whoever looks on see the pictures, too. */
async function picture(page, name) {
  if (SCREENS) await page.screenshot({ path: join(SCREENS, `hint_${name}.png`) });
}

async function table(game, options, seats = 3) {
  const page = await sitDown(await server.table([MIKA, ...BOTS.slice(0, seats - 1)], { game }), { ...STILL, ...options });
  await page.locator('.question-panel.mine').waitFor();
  return page;
}

describe('at a large screen', () => {
  for (const game of GAMES) {
    test(`${game}: options, marks and reasons, by keyboard alone`, async () => {
      const dark = game === 'kodama';
      const page = await table(game, { settings: { theme: dark ? 'dark' : 'light' } });
      await page.getByRole('button', { name: 'Hint', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.locator(OPTION).first().waitFor();
      const options = await page.locator(OPTION).count();
      assert.ok(options >= 1 && options <= 3);
      const chances = (await page.locator(`${OPTION} .chance b`).allInnerTexts()).map((text) => parseInt(text.replace(/^\D+/, '')));
      assert.deepEqual(chances, chances.toSorted((one, two) => two - one));
      for (const why of await page.locator(`${OPTION} .why`).allInnerTexts()) assert.ok(why.length > 0 && !/[{}_]/.test(why), why);
      // What can be done on the board is marked there, with the same numbers.
      await page.locator('.hint-marks .mark').first().waitFor();
      assert.match(await page.locator('.hint-marks .mark').first().getAttribute('aria-label'), /^Hint \d: .*, leaves (under |over )?\d+ %$/);
      assert.deepEqual(await seriousFaults(page), []);
      await picture(page, game);
      // The focus is in the panel: on to the first button, which lays ready and sends nothing.
      const before = await page.locator('.log').count();
      await page.getByRole('button', { name: 'Lay it ready · Hint 1' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Laid ready. Nothing was sent.').waitFor();
      assert.equal(await page.locator('.log').count(), before);
      await page.keyboard.press('Escape');
      await page.locator('.hint-panel').waitFor({ state: 'detached' });
      assert.equal(await page.locator('.hint-marks').count(), 0);
      await leave(page);
    });
  }

  test('between people hints are off, unless whoever made the table allows them', async () => {
    const [one, other] = await bothSitDown(await server.table([MIKA, HARU], { settings: { first_dealer: 'A' } }));
    await one.locator('.question-panel.mine').waitFor();
    await one.getByRole('button', { name: 'Hint', exact: true }).click({ force: true });
    await one.getByText('Not here: hints are off at this table.').waitFor();
    await leave(one, other);

    const allowed = await server.table([MIKA, HARU], { settings: { first_dealer: 'A' }, hints: true });
    const [mine, theirs] = await bothSitDown(allowed);
    await mine.locator('.question-panel.mine').waitFor();
    await mine.getByRole('button', { name: 'Hint', exact: true }).click();
    await mine.getByText('Everyone sees that you asked.').waitFor();
    await mine.locator(OPTION).first().waitFor();
    await theirs.getByRole('tab', { name: /Chat/ }).click();
    await theirs.getByRole('tabpanel').locator('p, li').filter({ hasText: 'I asked for a hint.' }).first().waitFor();
    await leave(mine, theirs);
  });

  test('the host decides in the lobby', async () => {
    const page = await visit(browser, STILL);
    await page.goto(server.url);
    await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
    assert.equal(await page.getByRole('radiogroup', { name: 'Hints' }).count(), 0);
    await page.getByRole('combobox', { name: 'Seat B' }).selectOption('link');
    await page.getByRole('radio', { name: 'Allowed' }).check({ force: true });
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/tables'));
    await page.getByRole('button', { name: /^(Begin|Set the table)/ }).last().click();
    assert.equal((await asked).postDataJSON().hints, true);
    await page.context().close();
  });
});

describe('on a phone', () => {
  test('in Japanese, from the menu, above the question', async () => {
    const page = await table('kamisama', { ...TOUCH, settings: { lang: 'ja' } });
    await page.getByRole('button', { name: 'メニュー' }).tap();
    await page.getByRole('button', { name: 'ヒント', exact: true }).last().tap();
    await page.locator(OPTION).first().waitFor();
    assert.match(await page.locator('.hint-panel').innerText(), /勝ち目/);
    assert.match(await page.locator(`${OPTION} .why`).first().innerText(), /[ぁ-ん]/);
    assert.ok((await widthOf(page)) <= 390);
    await picture(page, 'phone_ja');
    const [panel, question] = await Promise.all(['.hint-panel', '.question-panel'].map((one) => page.locator(one).boundingBox()));
    assert.ok(panel.y + panel.height <= question.y + 1, 'it leaves the question free');
    await page.getByRole('button', { name: /手元に用意する · ヒント1/ }).tap();
    await page.getByRole('button', { name: 'ヒントを閉じる' }).tap();
    await page.locator('.hint-panel').waitFor({ state: 'detached' });
    await leave(page);
  });
});
