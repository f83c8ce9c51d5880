/** Waiting rooms and lessons on the smallest screens, either way round: measured, and looked at by axe. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bots, browser, leave, MIKA, seriousFaults, server, setUp, STILL, visit } from './harness.mjs';
import { faults, PHONES } from './measure.mjs';

setUp();

const FRIEND = { kind: 'person', name: '' };
const LESSONS = { shintoh: 'first_god', kamisama: 'first_shrines', kodama: 'first_branches', battles: 'attack' };
const LANGS = ['en', 'ja'];

async function sound(page, where) {
  assert.deepEqual((await faults(page, true)).map((fault) => `${where}: ${fault}`), []);
  assert.deepEqual(await seriousFaults(page), [], where);
}

for (const size of ['844x390', '360x640']) {
  const look = { ...STILL, viewport: PHONES[size], hasTouch: true, isMobile: true };

  test(`a waiting room at ${size}`, async () => {
    for (const lang of LANGS) {
      const more = { game: 'battles', waits: true, settings: { mode: 'team' } };
      const made = await server.table([MIKA, FRIEND, ...bots(4)], more);
      const page = await visit(browser, { ...look, settings: { lang } });
      await page.goto(made.link('A'));
      await page.locator('[data-seat=B]').waitFor();
      await sound(page, lang);
      await leave(page);
    }
  });

  for (const [at, [game, lesson]] of Object.entries(LESSONS).entries()) {
    test(`a lesson of ${game} at ${size}`, async () => {
      const page = await visit(browser, { ...look, settings: { lang: LANGS[at % 2] } });
      await page.goto(`${server.url}/rules/${game}`);
      await page.locator(`[data-lesson=${lesson}]`).click();
      for (let step = 0; step < 3; step++) {
        await page.locator('.guide h2').waitFor();
        assert.deepEqual(await seriousFaults(page), [], `step ${step}`);
        // Whatever it hides of the table, the slip and its buttons are in sight.
        const { left, top, right, bottom } = await page.locator('.guide').evaluate((el) => el.getBoundingClientRect().toJSON());
        assert.ok(left >= 0 && top >= 0 && right <= PHONES[size].width && bottom <= PHONES[size].height, `${[left, top, right, bottom]}`);
        const on = page.locator('.guide [data-lesson=on]');
        if ((await on.count()) === 0) break;
        await on.tap();
      }
      await leave(page);
    });
  }
}
