/** Cards and pieces are carried to where they are meant: what clicks would do, by mouse and by finger. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bots, browser, leave, MIKA, myTurn, server, setUp, sitDown, STILL, TOUCH, visit } from './harness.mjs';

setUp();

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const middleOf = async (thing) => middle(await thing.boundingBox());

/** A mouse takes a thing to a place; `before` it lets go, something may be looked at. */
async function drag(page, from, to, before = async () => {}) {
  await page.mouse.move(...(await middleOf(from)));
  await page.mouse.down();
  const [x, y] = await middleOf(to);
  await page.mouse.move(x, y - 12, { steps: 6 });
  await page.mouse.move(x, y);
  await before();
  await page.mouse.up();
}

/** The same with a finger; `by` are stations on the way, `rest` says how long it holds before it moves. */
async function finger(page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const way = async ([x1, y1], [x2, y2]) => {
    for (let step = 1; step <= 5; step++) {
      await touch('touchMove', [x1 + ((x2 - x1) * step) / 5, y1 + ((y2 - y1) * step) / 5]);
    }
  };
  return { touch, way };
}

const carried = (page) => page.locator('.carried');
const lines = (page) => page.locator('.log').innerText();

/** The first task of a lesson at the real table: everybody knows what is in hand. */
async function lesson(game, id, options) {
  const page = await visit(browser, { ...STILL, ...options });
  await page.goto(`${server.url}/rules/${game}`);
  await page.locator(`[data-lesson=${id}]`).click();
  await page.locator('.guide [data-lesson=on]').click();
  await page.locator('.question-panel.mine').waitFor();
  return page;
}
const attackLesson = (options) => lesson('battles', 'attack', options);
const told = (page, title) => page.locator('.guide h2', { hasText: title }).waitFor();

test('Battles: a Warrior is carried onto a god, and attacks it; let go elsewhere or with Escape it stays', async () => {
  const page = await attackLesson();
  const jack = page.locator('.hand [data-drag="hand:jack_dalton"]');
  const god = page.locator('.others [data-object="god:B"]');
  await drag(page, jack, god, async () => {
    await carried(page).waitFor();
    assert.equal(await god.getAttribute('data-above'), '');
    assert.equal(await page.locator('[data-object="temple:B"][data-takes]').count(), 1);
    assert.equal(await page.locator('[data-drop=turn][data-takes]').count(), 1);
    await page.keyboard.press('Escape');
  });
  await carried(page).waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-takes], [data-lifted]').count(), 0);
  // Nobody wants it there.
  await drag(page, jack, page.locator('.hall header'));
  await carried(page).waitFor({ state: 'detached' });
  // Less than a drag is a tap: it lies ready, as ever.
  await page.mouse.move(...(await middleOf(jack)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(jack)).map((at) => at + 3));
  await page.mouse.up();
  await page.locator('[data-drag="hand:jack_dalton"][aria-pressed=true]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-drag="hand:jack_dalton"][aria-pressed=false]').waitFor();
  assert.doesNotMatch(await lines(page), /Jack Dalton/);
  // Played, used and aimed at once.
  await drag(page, jack, god);
  await page.waitForFunction(() => /Mika attacks Haru's god with Jack Dalton/.test(document.querySelector('.log').innerText));
  await told(page, 'Somebody defends');
  await leave(page);
});

test('Battles: what cannot be played says why when it is pulled', async () => {
  const page = await attackLesson();
  await drag(page, page.locator('.hall [data-drag="hall:byakhee"]'), page.locator('section.hand'));
  await page.locator('.slip').waitFor();
  await leave(page);
});

test('Battles, a phone: a finger carries a card to the players, whose tab opens under it', async () => {
  const page = await attackLesson(TOUCH);
  await page.locator('.guide .fold').tap();
  const jack = page.locator('.hand [data-drag="hand:jack_dalton"]');
  await jack.scrollIntoViewIfNeeded();
  const { touch, way } = await finger(page);
  const from = await middleOf(jack);
  const tab = await middleOf(page.locator('.tabs [data-spring]').last());
  await touch('touchStart', from);
  await page.waitForTimeout(300); // rests, because the hand could be pushed sideways
  await way(from, tab);
  await carried(page).waitFor();
  const god = page.locator('.others [data-object="god:B"]');
  await god.waitFor(); // the tab has opened
  await way(tab, await middleOf(god));
  await touch('touchEnd');
  await told(page, 'Somebody defends');
  await leave(page);
});

test('Kami-sama: an ability is carried to where it works', async () => {
  const page = await lesson('kamisama', 'your_kami');
  await drag(page, page.locator('[data-drag="ability:1"]'), page.locator('[data-space="FI.b1"]'));
  await told(page, 'Favor, and a gift'); // two questions are answered
  await page.locator('[data-space="FI.b1"] .flyer').waitFor({ state: 'attached' });
  await leave(page);
});

test('Kami-sama: a shrine is carried to a space', async () => {
  const made = await server.table([MIKA, ...bots(2)], { game: 'kamisama' });
  const page = await sitDown(made, STILL);
  await myTurn(page);
  await page.locator('.pick [data-choice]').first().click();
  await page.locator('.question-panel [data-primary]').click();
  await page.locator('.question-panel.mine .story').waitFor();
  const shrine = page.locator('[data-drag=shrine]');
  await shrine.waitFor();
  await myTurn(page);
  const space = page.locator('.space.offered[data-why^="add "]:not(.away)').first();
  const name = await space.getAttribute('data-space');
  const effect = await page.evaluate(() => document.querySelector('.story').innerText);
  await drag(page, shrine, space, async () => {
    assert.notEqual(await page.locator('.story').innerText(), effect); // what it would do is told above the space
  });
  await page.locator(`[data-space="${name}"] .flyer`).waitFor({ state: 'attached' });
  await leave(page);
});

test('Shintoh: an offering is laid before the altar, by mouse and by finger', async () => {
  for (const look of [{}, TOUCH]) {
    const made = await server.table([MIKA, ...bots(2)], { settings: { first_dealer: 'C' } });
    const page = await sitDown(made, { ...STILL, ...look });
    await myTurn(page);
    await page.keyboard.press('Escape'); // nothing lies ready
    const stack = page.locator('.hand .stack').first();
    const card = stack.locator('[data-drag]');
    await page.locator('.hand [aria-pressed=true]').first().waitFor({ state: 'detached' });
    const altar = page.locator('[data-drop=altar]');
    if (look === TOUCH) {
      const { touch, way } = await finger(page);
      const [from, to] = [await middleOf(card), await middleOf(altar)];
      await touch('touchStart', from);
      await page.waitForTimeout(300);
      await way(from, to);
      await touch('touchEnd');
    } else {
      await drag(page, card, altar);
    }
    await page.locator('.hand .stack').first().locator('[aria-pressed=true]').waitFor();
    // A finger that goes away at once and a click after a drag choose nothing more.
    assert.equal(await page.locator('.hand [aria-pressed=true]').count(), 1);
    await leave(page);
  }
});

test('Kodama: a card is carried to the tree, and a Kodama to what it judges', async () => {
  const made = await server.table([MIKA, ...bots(1)], { game: 'kodama', settings: { first_player: 'A' } });
  const page = await sitDown(made, STILL);
  for (let turn = 0; turn < 4; turn++) {
    await myTurn(page);
    await page.locator('.display [data-drag]').first().click();
    await page.locator('.ghost[data-legal=true]').waitFor();
    await page.locator('.question-panel [data-primary]').click();
    await page.locator('.ghost').waitFor({ state: 'detached' });
  }
  await myTurn(page);
  const kodama = page.locator('.mine [data-drag^="kodama:"].offered').first();
  await kodama.waitFor();
  const count = await page.locator('.mine [data-drag^="kodama:"]').count();
  await drag(page, kodama, page.locator('section.mat'));
  await page.waitForFunction((count) => document.querySelectorAll('.mine [data-drag^="kodama:"]').length < count, count);
  await leave(page);
});
