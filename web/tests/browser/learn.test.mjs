import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bots, myTurn, openBrowser, PHONE, Server, visit } from './harness.mjs';

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const GAMES = ['shintoh', 'kamisama', 'kodama', 'battles'];

describe('how to play', () => {
  for (const game of GAMES) {
    test(`${game}: every step has its picture and fits, also on a phone and in Japanese`, async () => {
      for (const look of [{}, { viewport: PHONE, settings: { lang: 'ja' } }]) {
        const page = await visit(browser, look);
        await page.goto(`${server.url}/rules/${game}`);
        await page.locator('.lesson li').nth(7).waitFor();
        await page.waitForFunction(() => document.querySelector('[data-picture=end] text, [data-picture=end] use'));
        const steps = await page.locator('.lesson li').all();
        for (const step of steps) {
          const outside = await step.locator('svg').evaluate((svg) => {
            const frame = svg.getBoundingClientRect();
            const drawn = [...svg.querySelectorAll('text, rect, circle')];
            if (drawn.length + svg.querySelectorAll('use').length < 3) return ['nothing drawn'];
            return drawn
              .filter((part) => {
                const box = part.getBoundingClientRect();
                const across = box.left < frame.left - 2 || box.right > frame.right + 2;
                return across || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
              })
              .map((part) => `${svg.dataset.picture}: ${part.outerHTML}`);
          });
          assert.deepEqual(outside, []);
        }
        const missing = await page.evaluate(() =>
          [...document.querySelectorAll('.lesson use')]
            .map((use) => use.getAttribute('href'))
            .filter((href) => !document.querySelector(href)),
        );
        assert.deepEqual(missing, []);
        assert.deepEqual(page.complaints, []);
        await page.context().close();
      }
    });
  }

  test('the lobby leads there, a step leads to its exact rules, refusals stay folded', async () => {
    const page = await visit(browser);
    await page.goto(server.url);
    await page.getByRole('banner').getByRole('link', { name: 'How to play' }).click();
    await page.getByRole('link', { name: /^Shintoh/ }).click();
    await page.locator('.lesson summary').first().click();
    await page.getByRole('button', { name: 'OF-GEN-03' }).click();
    await page.locator('article.on', { hasText: 'The aim' }).waitFor();
    assert.match(page.url(), /OF-GEN-03$/);
    assert.equal(await page.locator('[data-rule=OF-ERR-01]').isVisible(), false);
    assert.doesNotMatch(await page.locator('.list').textContent(), /\{\w+\}/);
    await page.context().close();
  });

  test('at the table the Rules tab begins with it, and a slip leads to its rule', async () => {
    const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(1)]);
    const page = await visit(browser);
    await page.goto(made.link(0));
    await myTurn(page);
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.locator('.lesson li').first().waitFor();
    assert.equal(await page.locator('[data-rule]').count(), 0);
    await page.getByRole('button', { name: 'All rules, numbered' }).click();
    await page.locator('[data-rule=OF-DED-03]').waitFor();
    await page.context().close();
  });
});
