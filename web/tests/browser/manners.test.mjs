/** What a hand at the table expects: nothing is committed by one click, a card stays where it is put. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bots, browser, MIKA, myTurn, server, setUp, sitDown, leave, STILL } from './harness.mjs';
import { measuringPage, positions } from './recorded.mjs';

setUp();

test('an ability lies ready at the first click; Cancel and Escape put it back', async () => {
  const [all] = await positions(['battles:3'], 60, '3');
  const position = all.find(({ state }) =>
    ['PLAY', 'RECRUIT'].includes(state.view.question) &&
    state.view.moves.some((move) => /^act (god|temple)/.test(move)),
  );
  assert.ok(position, 'some position offers an Act');
  const page = await measuringPage();
  await page.show(position, 'en');
  const ability = page.locator('.mine button.offered[data-why^="act "]').first();
  const ready = page.locator('.mine button[data-why^="act "][aria-pressed=true]');
  for (const back of [() => page.locator('[data-cancel]').click(), () => page.keyboard.press('Escape')]) {
    await ability.click();
    await ready.waitFor();
    await page.locator('.question-panel [data-primary]').waitFor();
    await back();
    await ready.waitFor({ state: 'detached' });
  }
  assert.deepEqual(page.said.filter(({ t }) => t === 'move'), []);
  await ability.click();
  await page.locator('.question-panel [data-primary]').click();
  await page.waitForFunction(() => document.querySelector('.question-panel[aria-busy=true]'));
  const moves = () => page.said.filter(({ t }) => t === 'move').length;
  for (let tries = 0; tries < 500 && moves() === 0; tries++) await page.waitForTimeout(20);
  assert.equal(moves(), 1);
  await leave(page);
});

test('the wheel turns the card under the pointer, and a double click shows its best place', async () => {
  const made = await server.table([MIKA, ...bots(1)], { game: 'kodama' });
  const page = await sitDown(made, STILL);
  await myTurn(page);
  await page.locator('.display [data-choice]').first().dblclick();
  const ghost = page.locator('.ghost');
  await ghost.waitFor();
  await page.getByText('Next place (1/').waitFor();
  const before = await ghost.getAttribute('style');
  const box = await ghost.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, 180);
  await page.waitForFunction((before) => document.querySelector('.ghost').getAttribute('style') !== before, before);
  // After a click on the button that turns it, Enter is the answer again.
  await page.locator('.tool.turn').first().click();
  assert.equal(await page.evaluate(() => document.activeElement.classList.contains('turn')), false);
  await leave(page);
});

test('a card that grows stays where it was put', async () => {
  const made = await server.table([MIKA, ...bots(1)], { game: 'kodama' });
  const page = await sitDown(made);
  await myTurn(page);
  await page.locator('.display [data-choice]').first().click();
  const ghost = page.locator('.ghost[data-legal=true]');
  await ghost.waitFor();
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const put = middle(await ghost.boundingBox());
  // Wherever the new card is drawn first, from the moment it is.
  await page.evaluate(() => {
    window.drawn = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node.classList?.contains('fresh')) {
            const { x, y, width, height } = node.getBoundingClientRect();
            window.drawn.push({ x, y, width, height });
          }
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.locator('.question-panel [data-primary]').click();
  await page.waitForFunction(() => window.drawn.length > 0);
  const [first] = await page.evaluate(() => window.drawn);
  const [x, y] = middle(first);
  assert.ok(Math.hypot(x - put[0], y - put[1]) < 60, `${[x, y]} instead of ${put}`);
  await leave(page);
});

test('the table stands still from question to question: Hall and panels keep their places', async () => {
  const [all] = await positions(['battles:3'], 60, '3');
  const asked = ['PLAY', 'RECRUIT', 'TARGET', 'REACT'].flatMap((question) => all.find((one) => one.question === question) ?? []);
  assert.ok(asked.length >= 3, 'different questions are compared');
  const page = await measuringPage();
  const places = () =>
    page.evaluate(() =>
      ['section.hall', 'section.turn', 'section.mine.panel', 'section.others', '.question-panel'].map((one) => {
        const { left, top, bottom } = document.querySelector(`.board ${one}`).getBoundingClientRect();
        // The question grows upwards, into the room that is kept for it.
        return [one, Math.round(left), Math.round(one === '.question-panel' ? bottom : top)].join(' ');
      }),
    );
  const seen = [];
  for (const position of asked) {
    await page.show(position, 'en');
    await page.wear({ width: 1280, height: 720 }, 'normal');
    const before = await places();
    const card = page.locator('.hand [data-choice]:not([aria-disabled=true]), .hall [data-choice]:not([aria-disabled=true])').first();
    if (['PLAY', 'RECRUIT'].includes(position.question)) {
      await card.click();
      await page.locator('.board .chosen').first().waitFor();
      assert.deepEqual(await places(), before, `a card is chosen at ${position.question}`);
    }
    seen.push(before);
  }
  for (const places of seen) assert.deepEqual(places, seen[0]);
  await leave(page);
});
