/** Somebody who plays a lesson: reads, does what is asked, and looks where the light is. */

import assert from 'node:assert/strict';

const PATIENCE = 12; // tries that change nothing
const shownTitle = (page) =>
  page.evaluate(() => document.querySelector('.guide h2')?.textContent + document.querySelector('.guide header p')?.textContent);

/** The hands of a learner: keys alone, or fingers on glass. */
export const HANDS = {
  keys: {
    on: (page) => page.keyboard.press('PageDown'),
    show: (page) => page.keyboard.press('s'),
    async press(page, selector) {
      if (!(await page.locator(selector).count())) return;
      for (let step = 0; step < 150; step++) {
        const [isThere, isChosen] = await page.evaluate((wanted) => {
          const now = document.activeElement;
          return [now.matches(wanted), now.matches('[data-choice]')];
        }, selector);
        // What is chosen before it is sent takes a Space: there Enter sends.
        if (isThere) return page.keyboard.press(isChosen ? 'Space' : 'Enter');
        await page.keyboard.press('Tab');
      }
      throw new Error(`no key leads to ${selector}`);
    },
    send: (page) => HANDS.keys.press(page, READY),
  },
  touch: {
    on: (page) => page.locator('.guide [data-lesson=on]').tap(),
    show: (page) => page.locator('.guide [data-lesson=show]').tap(),
    press: (page, selector) => page.locator(selector).filter({ visible: true }).first().tap(),
    send: (page) => page.locator('[data-primary]:not([aria-disabled=true])').filter({ visible: true }).first().tap(),
  },
};

/** What is lit, and what the slip hides of it. */
async function look(page, seen) {
  const found = await page.evaluate(() => {
    const slip = document.querySelector('.guide').getBoundingClientRect();
    const inside = slip.left >= 0 && slip.right <= innerWidth && slip.top >= 0 && slip.bottom <= innerHeight;
    return { inside, lights: document.querySelectorAll('.veil .edge').length };
  });
  assert.ok(found.inside, 'the slip lies on the screen');
  if (found.lights > 0) seen.lit += 1;
}

/** Play a lesson that lies open to its end; returns the titles of the steps in their order. */
export async function playLesson(page, hands) {
  const seen = { titles: [], lit: 0 };
  let [tries, still, table] = [0, 0, ''];
  while (still < PATIENCE) {
    await page.locator('.guide h2').waitFor();
    const title = await page.locator('.guide h2').textContent();
    if (seen.titles.at(-1) !== title) {
      seen.titles.push(title);
      tries = 0;
      await page.waitForFunction(() => document.querySelector('.veil .dark'));
      await look(page, seen);
    }
    if (await isThere(page, '.guide [data-lesson=lobby]')) return seen;
    const before = await shownTitle(page);
    if (await isThere(page, '.guide [data-lesson=on]')) await hands.on(page);
    else await doIt(page, hands, tries++);
    // What was sent is answered before there is more to press.
    await page.waitForFunction(() => !document.querySelector('.question-panel[aria-busy=true]'));
    await page
      .waitForFunction(
        (before) => {
          const now = document.querySelector('.guide h2')?.textContent + document.querySelector('.guide header p')?.textContent;
          return document.querySelector('.guide') && now !== before;
        },
        before,
        { timeout: 700 },
      )
      .catch(() => {}); // not done yet: there is more to press
    const now = await page.locator('.board').first().textContent();
    still = now + title === table ? still + 1 : 0;
    table = now + title;
  }
  throw new Error(`the lesson does not go on after ${seen.titles.at(-1)}`);
}

const READY = '[data-primary]:not([aria-disabled=true])';
const SHOWN = '.hinted:not([aria-pressed=true]):not([aria-disabled=true])';
const OFFERED = '[data-choice].offered:not(.away)';
const isThere = async (page, selector) => (await page.locator(`${selector}:visible`).count()) > 0;

/** Have it shown, and press that; what was pressed may ask once more, and is then sent. */
async function doIt(page, hands, tries) {
  if (await isThere(page, '.guide [data-lesson=show]')) await hands.show(page);
  const ready = (both) => [...document.querySelectorAll(both)].some((el) => el.checkVisibility());
  await page.waitForFunction(ready, `${READY}, ${SHOWN}`, { timeout: 3000 }).catch(() => {});
  const canSend = await isThere(page, READY);
  if ((await isThere(page, SHOWN)) && (tries % 2 === 0 || !canSend)) return hands.press(page, SHOWN);
  if (canSend) return hands.send(page);
  // What is pointed at may lie where this screen does not show it: anything that can be chosen, then.
  if (await isThere(page, OFFERED)) return hands.press(page, OFFERED);
}
