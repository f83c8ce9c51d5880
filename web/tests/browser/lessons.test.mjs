import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browser, leave, seriousFaults, server, setUp, STILL, TOUCH, visit } from './harness.mjs';
import { HANDS, playLesson } from './learner.mjs';

setUp();

/** Every lesson is played in `make soak-browser`; otherwise the first of each game. */
const ALL = process.env.KAMIZA_LESSONS === 'all';
const games = async () => (await fetch(`${server.url}/api/games`)).json();
const LANGUAGES = ['en', 'ja'];

/** From the list of lessons to the first slip. */
async function open(page, game, lesson) {
  await page.goto(`${server.url}/rules/${game}`);
  await page.locator(`[data-lesson=${lesson}]`).click();
  await page.locator('.guide h2').waitFor();
}

/** On to where something is to be done. */
async function toTask(page) {
  while (!(await page.locator('[data-lesson=show]').count())) {
    await page.keyboard.press('PageDown');
    await page.locator('[data-lesson=on], [data-lesson=show]').first().waitFor();
  }
}

test('every game teaches, by keys alone and by fingers on a phone, to the end', async (t) => {
  for (const game of await games()) {
    const tables = game.lessons.filter(({ kind }) => kind === 'table');
    for (const [number, lesson] of (ALL ? tables : tables.slice(0, 1)).entries()) {
      for (const [name, look] of [['keys', STILL], ['touch', TOUCH]]) {
        const lang = LANGUAGES[(number + (name === 'touch')) % 2];
        await t.test(`${game.name}: ${lesson.id}, ${name}, ${lang}`, async () => {
          const page = await visit(browser, { ...look, settings: { lang } });
          await open(page, game.name, lesson.id);
          const { titles, lit } = await playLesson(page, HANDS[name]);
          assert.ok(titles.length >= 5, titles.join());
          // A phone keeps much of the table behind its tabs.
          assert.ok(lit >= (name === 'keys' ? titles.length / 2 : 1), 'the steps light what they speak of');
          await leave(page);
        });
      }
    }
  }
});

describe('a lesson at the table', () => {
  test('another move gets a kind word, and a reload goes on', async () => {
    const page = await visit(browser);
    await open(page, 'shintoh', 'first_god');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await page.getByRole('heading', { name: 'Try it: Dedicate one salt' }).waitFor();
    await page.getByRole('button', { name: /^Pass, take/ }).click();
    await page.locator('.guide .word', { hasText: 'one salt' }).waitFor();
    await page.reload();
    await page.locator('.guide h2', { hasText: 'Begin small' }).waitFor();
    await page.locator('[data-lesson=show]').waitFor();
    await page.keyboard.press('s');
    await page.locator('.question-panel [data-primary]:not([aria-disabled=true])').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.guide h2', { hasText: 'One goes higher' }).waitFor();
    await page.goto(server.url);
    await page.getByRole('button', { name: /^Go on at step 4/ }).click();
    await page.locator('.guide h2', { hasText: 'One goes higher' }).waitFor();
    await page.getByRole('button', { name: 'Take back' }).first().click();
    await page.locator('.guide h2', { hasText: 'A god on the altar' }).waitFor();
    await leave(page);
  });

  test('"Show me" plays the move, takes it back and leaves it ready', async () => {
    for (const [game, lesson] of [['shintoh', 'first_god'], ['battles', 'attack']]) {
      const page = await visit(browser, { settings: { playback: 'fast' } });
      await open(page, game, lesson);
      await toTask(page);
      const title = await page.locator('.guide h2').textContent();
      const seen = page.waitForFunction(() => /Watch/.test(document.querySelector('.guide .word')?.textContent));
      await page.keyboard.press('s');
      await seen;
      await page.locator('.guide .word', { hasText: 'ready' }).waitFor();
      assert.equal(await page.locator('.guide h2').textContent(), title);
      await page.locator('.hinted, .question-panel [data-primary]:not([aria-disabled=true])').first().waitFor();
      assert.match((await page.locator('.log li').allInnerTexts()).join(' '), /back/); // really played, and taken back
      await leave(page);
    }
  });

  test('nothing serious is found in its way, light or dark, wide or narrow', async () => {
    for (const look of [{}, { ...TOUCH, settings: { theme: 'dark', lang: 'ja' } }]) {
      const page = await visit(browser, look);
      await open(page, 'shintoh', 'first_god');
      assert.deepEqual(await seriousFaults(page), []);
      await page.keyboard.press('PageDown');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('s');
      assert.deepEqual(await seriousFaults(page), []);
      await leave(page);
    }
  });

  test('on a phone a slip that asks nothing hides nothing of the card it speaks of', async () => {
    const page = await visit(browser, { ...STILL, ...TOUCH });
    await open(page, 'shintoh', 'first_god');
    await page.waitForFunction(() => {
      const [light, slip] = ['.veil .edge', '.guide'].map((part) => document.querySelector(part)?.getBoundingClientRect());
      return light && slip && (slip.top >= light.bottom || slip.bottom <= light.top);
    });
    await page.getByText('worth 7 points').waitFor();
    await page.context().close();
  });

  test('what is done is remembered, and the next one is offered', async () => {
    const page = await visit(browser);
    await open(page, 'shintoh', 'treasures');
    await playLesson(page, HANDS.keys);
    await page.locator('.guide [data-lesson=lobby]').click();
    await page.getByText('1 of 4 done').waitFor();
    await leave(page);
  });
});

test('the quiz asks, and tells why', async () => {
  const page = await visit(browser);
  await page.goto(`${server.url}/learn/shintoh/role_quiz`);
  const quiz = await (await fetch(`${server.url}/api/games/shintoh/lessons/role_quiz`)).json();
  for (const [number, question] of quiz.questions.entries()) {
    await page.getByRole('heading', { name: question.ask.en }).waitFor();
    const chosen = question.choices.filter(({ right }) => right === (number > 0));
    for (const { text } of chosen) await page.getByRole('button', { name: text.en, exact: true }).click();
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByRole('status').getByText(question.why.en).waitFor();
    if (number === 0) assert.deepEqual(await seriousFaults(page), []);
    await page.getByRole('button', { name: 'Go on' }).click();
  }
  await page.getByRole('heading', { name: '9 of 10' }).waitFor();
  await leave(page);
});
