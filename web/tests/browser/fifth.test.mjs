/** A game that is one folder among the tests: the page knows nothing of it, and plays it all the same. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  browser, leave, myTurn, playOut, seriousFaults, server, setUp, TOUCH, visit, widthOf,
} from './harness.mjs'; // prettier-ignore

setUp([], undefined, 'high_card=tests.fifth.high_card.game:HighCard');

const TITLE = { en: 'High Card', ja: '一番札' };

test('it is chosen in the lobby, played to its end against a bot, and replayed', async () => {
  const page = await visit(browser);
  await page.goto(server.url);
  const poster = page.locator('.posters li', { hasText: TITLE.en });
  await poster.getByText('2–4 players').waitFor();
  await poster.getByText('Three cards, three rounds').waitFor();
  await poster.getByRole('button').click();
  await page.locator('.set .q', { hasText: TITLE.en }).first().waitFor();
  const seats = page.getByRole('radiogroup', { name: 'Seats' });
  await seats.getByRole('radio', { name: '2' }).check({ force: true });
  assert.equal(await page.getByRole('radio', { name: 'First game' }).count(), 0); // there is nothing to choose
  assert.deepEqual(await seriousFaults(page), []);
  await page.locator('.begin').click();

  assert.equal(await myTurn(page), true);
  const panel = page.locator('.question-panel');
  await panel.getByText('Which card do you play?').waitFor();
  await panel.getByText('your hand').waitFor();
  assert.equal(await panel.getByRole('button', { name: /^Play the \d+$/ }).count(), 3);
  assert.deepEqual(await seriousFaults(page), []);
  await playOut([page]);
  await page.locator('.log').getByText(/wins with \d\./).waitFor();
  await page.getByText('cards of earlier rounds').waitFor();
  assert.equal(await page.getByText(/undefined|\[object|\{\w+\}/).count(), 0);

  await page.getByRole('link', { name: 'Replay' }).click();
  const at = page.locator('.transport .num');
  await at.getByText('6 of 6').waitFor();
  await page.keyboard.press('Home');
  await at.getByText('0 of 6').waitFor();
  await page.keyboard.press('ArrowRight');
  await at.getByText('1 of 6').waitFor();
  await page.getByRole('button', { name: 'Verify the shuffle' }).click();
  await page.getByText('The shuffle is as it was sealed.').waitFor();
  await leave(page);
});

test('its rules are its lesson, and are listed', async () => {
  const page = await visit(browser);
  await page.goto(`${server.url}/rules`);
  await page.getByRole('link', { name: /^High Card/ }).click();
  await page.locator('.lesson').getByText('Whoever wins a round leads the next one.').waitFor();
  await page.getByRole('tab', { name: 'All rules' }).click();
  await page.locator('[data-rule="HC-ROUND-02"]').waitFor();
  await page.getByRole('tab', { name: 'The cards' }).click();
  await page.getByText('This game has no list of cards.').waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await leave(page);
});

test('in Japanese, on a phone', async () => {
  const page = await visit(browser, { ...TOUCH, settings: { lang: 'ja' } });
  await page.goto(server.url);
  await page.locator('.posters button', { hasText: TITLE.ja }).click();
  await page.locator('.begin').click();
  await myTurn(page);
  await page.locator('.question-panel').getByText('どのカードを出しますか？').waitFor();
  assert.ok((await widthOf(page)) <= 390);
  assert.deepEqual(await seriousFaults(page), []);
  await playOut([page]);
  await leave(page);
});
