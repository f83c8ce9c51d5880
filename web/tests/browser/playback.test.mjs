/** What others do is shown one act at a time; who does not want to wait sees the present. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bots, DESKTOP, leave, MIKA, PHONE, server, setUp, sitDown, STILL } from './harness.mjs';

setUp();

const GAMES = {
  shintoh: {},
  kamisama: {},
  kodama: {},
  battles: { settings: { react_pause_ms: 0, first_player: 'A' } },
};

async function sit(game, playback, options = {}) {
  const made = await server.table([MIKA, ...bots(2)], { game, ...GAMES[game] });
  const page = await sitDown(made, { settings: { playback }, ...options });
  await page.locator('.question-panel').waitFor();
  await page.evaluate(keepPictures);
  return page;
}

/** Runs in the page: every picture is written down, with what was said and asked beside it. */
function keepPictures() {
  window.pictures = [];
  const look = () => {
    const told = document.querySelector('[data-caption]');
    const asks = document.querySelector('.question-panel.mine') !== null;
    const picture = told ? told.textContent.trim() : asks ? '(asked)' : '';
    if (picture && picture !== window.pictures.at(-1)?.picture) {
      const log = [...document.querySelectorAll('.log li:not(.head, .open)')];
      window.pictures.push({ picture, lines: log.length, log: log.map((li) => li.innerText.trim()) });
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  look();
}

/** Answers whatever is asked until others are shown; runs in the page. */
function answerOnce() {
  const panel = document.querySelector('.question-panel.mine:not([aria-busy=true])');
  if (document.querySelector('[data-caption], .scoring')) return 'shown';
  if (!panel) return 'theirs';
  const free = (el) => el && el.getAttribute('aria-disabled') !== 'true' && el.offsetParent !== null;
  const primary = [...panel.querySelectorAll('[data-primary]')].find(free);
  const offered = [...document.querySelectorAll('.board .offered[data-choice], .choice [data-choice]')].find(free);
  const answer = [...panel.querySelectorAll('[data-answer]')].findLast(free);
  (primary ?? offered ?? answer)?.click();
  return 'mine';
}

const MOST = 3000; // tries, most of which only wait for somebody

async function untilOthersActed(page) {
  for (let tries = 0; tries < MOST; tries++) {
    if ((await page.evaluate(answerOnce)) === 'shown') return;
    await page.waitForTimeout(20);
  }
  throw new Error('Nobody else acts.');
}

const said = (page) => page.locator('[data-caption]');
const asked = (page) => page.locator('.question-panel.mine');
const plain = (text) => text.replace(/\s+/g, ' ');

/** Others act; step by step to the question. */
async function stepThrough(page) {
  for (let steps = 0; steps < 500; steps++) {
    await page.locator('[data-caption], .question-panel.mine, .scoring').first().waitFor();
    if ((await said(page).count()) === 0) return;
    assert.equal(await page.locator('.question-panel.mine, .question-panel [data-answer]').count(), 0);
    await page.keyboard.press('Space');
  }
  throw new Error('Space does not lead on.');
}

for (const game of Object.keys(GAMES)) {
  test(`${game}: others' turns are shown sentence by sentence, before the question`, async () => {
    const page = await sit(game, 'step');
    await untilOthersActed(page);
    await stepThrough(page);
    await asked(page).waitFor();
    const pictures = await page.evaluate(() => window.pictures);
    const first = pictures.findIndex(({ picture }) => picture !== '(asked)');
    const shown = pictures.slice(first);
    assert.ok(shown.length > 1, 'something was shown');
    assert.equal(shown.at(-1).picture, '(asked)');
    // What is said stands in the log of that moment, and the log only grows.
    for (const { picture, log } of shown.slice(0, -1)) {
      assert.ok(log.some((line) => plain(line).includes(plain(picture))), `${picture} is not in ${log}`);
    }
    const lengths = shown.map(({ lines }) => lines);
    assert.deepEqual(lengths, lengths.toSorted((a, b) => a - b));
    await leave(page);
  });
}

/** Everything that was said since the table was looked at, without the questions in between. */
const captions = (page) =>
  page.evaluate(() => window.pictures.map(({ picture }) => picture).filter((one) => one !== '(asked)'));

test('Escape and the button skip to the present; at once shows nothing else', async () => {
  const page = await sit('kodama', 'step');
  await untilOthersActed(page);
  await page.keyboard.press('Escape');
  await untilOthersActed(page);
  await page.locator('[data-watch=skip]').click();
  await page.locator('.question-panel.mine, [data-caption]').first().waitFor();
  await leave(page);

  const hurried = await sit('kodama', 'none');
  for (let turn = 0; turn < 3; turn++) {
    await asked(hurried).waitFor();
    await hurried.evaluate(answerOnce);
    await hurried.locator('.question-panel.theirs').waitFor({ timeout: 2000 }).catch(() => {});
  }
  await asked(hurried).waitFor();
  assert.deepEqual(await captions(hurried), []);
  assert.equal(await hurried.locator('[data-moment]').count(), 0);
  await leave(hurried);
});

test('with reduced motion the sentences come by themselves, and nothing flies', async () => {
  const page = await sit('shintoh', 'fast', STILL);
  await page.evaluate(() => {
    window.flights = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if ([frames].flat().some((frame) => frame.transform)) window.flights += 1;
      return animate.call(this, frames, options);
    };
  });
  await untilOthersActed(page);
  await asked(page).waitFor();
  assert.ok((await captions(page)).length > 0);
  assert.equal(await page.evaluate(() => window.flights), 0);
  await leave(page);
});

test('since the last turn: a summary for each player, and the round once more', async () => {
  const page = await sit('shintoh', 'step');
  await stepThrough(page);
  await page.evaluate(() => (window.pictures = []));
  await untilOthersActed(page);
  await stepThrough(page);
  const first = await captions(page);
  await page.locator('[data-watch=since]').click();
  const summary = plain(await page.locator('.since section').allInnerTexts().then((all) => all.join(' ')));
  assert.match(summary, /Bot (dedicates|passes)/);
  await page.evaluate(() => (window.pictures = []));
  await page.locator('[data-watch=again]').click();
  await said(page).waitFor();
  assert.equal(await page.locator('.question-panel.mine').count(), 0);
  await stepThrough(page);
  const again = await captions(page);
  // What had happened before the page was opened comes first.
  assert.deepEqual(again.slice(-first.length), first);
  await leave(page);
});

test('a god won has a scene that says what everybody has', async () => {
  const page = await sit('shintoh', 'step');
  for (let tries = 0; tries < MOST && (await page.locator('[data-moment]').count()) === 0; tries++) {
    if ((await page.evaluate(answerOnce)) === 'shown') await page.keyboard.press('Space');
    await page.waitForTimeout(15);
  }
  const scene = page.locator('[data-moment]');
  assert.match(plain(await scene.innerText()), /wins .*\+\d/);
  await scene.click();
  await scene.waitFor({ state: 'detached' });
  await leave(page);
});

/** Runs in the page: how much of each lit thing the scene hides, once nothing moves any more. */
async function hiddenByScene() {
  const lies = () => JSON.stringify([...document.querySelectorAll('[data-moment] > *, .pointed')].map((el) => el.getBoundingClientRect()));
  for (let before = '', still = 0, frames = 0; still < 5 && frames < 300; before = lies(), frames++) {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    still = lies() === before ? still + 1 : 0;
  }
  const card = document.querySelector('[data-moment] > *').getBoundingClientRect();
  const lit = [...document.querySelectorAll('.pointed')]
    .map((el) => el.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  const over = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  return lit.map((box) => Math.round(over(card, box))).filter((area) => area > 0);
}

/** In Kodama the cards that count for the spirit, each in its tree. */
const LIT = { shintoh: '.pointed', kodama: '.things .pointed' };

for (const [game, viewport] of [['kodama', DESKTOP], ['kodama', PHONE], ['shintoh', DESKTOP], ['shintoh', PHONE]]) {
  test(`${game}, ${viewport.width} wide: a scene leaves free what it lights up`, async () => {
    const page = await sit(game, 'step', { ...STILL, viewport });
    const scene = page.locator('[data-moment]');
    let lit = 0;
    for (let tries = 0; tries < MOST && lit === 0; tries++) {
      if ((await scene.count()) > 0) {
        assert.deepEqual(await page.evaluate(hiddenByScene), []);
        lit += await page.locator(LIT[game]).count();
        if (lit > 0 && process.env.KAMIZA_LOOK) await page.screenshot({ path: `${process.env.KAMIZA_LOOK}/moment_${game}_${viewport.width}.png` });
      }
      if ((await page.evaluate(answerOnce)) === 'shown') await page.keyboard.press('Space');
      else await page.waitForTimeout(15);
    }
    assert.ok(lit > 0, 'some scene has lit something');
    await leave(page);
  });
}

test('taking back ends the showing and shows the table as it is', async () => {
  const page = await sit('kodama', 'step');
  await stepThrough(page);
  await untilOthersActed(page);
  await page.getByRole('button', { name: /Take back/ }).first().click();
  await asked(page).waitFor();
  assert.equal(await said(page).count(), 0);
  assert.ok((await page.locator('.log .gone').count()) > 0);
  await leave(page);
});
