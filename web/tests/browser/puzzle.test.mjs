import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browser, leave, seriousFaults, server, setUp, STILL, TOUCH, visit, widthOf } from './harness.mjs';

setUp();

const games = async () => (await (await fetch(`${server.url}/api/games`)).json()).filter(({ puzzles }) => puzzles > 0);
const plans = async (game, number) => (await fetch(`${server.url}/api/games/${game}/puzzles/${number}`)).json();

async function open(game, number, look = {}) {
  const page = await visit(browser, { ...STILL, ...look });
  await page.goto(`${server.url}/puzzles/${game}/${number}`);
  await page.locator('#puzzle-title').waitFor();
  await page.locator('.question-panel.mine').waitFor();
  return page;
}
/** The first puzzle of Kodama that asks for a Kodama: its answers are four buttons. */
async function ofKodama() {
  const all = await (await fetch(`${server.url}/api/games/kodama/puzzles`)).json();
  for (const { number } of all) {
    const found = await plans('kodama', number);
    if (found[0].moves[0].startsWith('kodama:') && found.length > 2) return { number, plans: found };
  }
  throw new Error('no such puzzle');
}
const choose = async (page, plan) => {
  await page.locator(`.question-panel [data-why="${plan.moves[0]}"], .question-panel [data-move="${plan.moves[0]}"]`).first().click();
  await page.locator('.question-panel [data-primary]').click();
};

test('every game: the answer can be shown and played, by keyboard, and is remembered', async (t) => {
  for (const { name } of await games()) {
    await t.test(name, async () => {
      const page = await open(name, 2);
      const [answer] = await plans(name, 2);
      await page.locator('[data-puzzle=show]').focus();
      await page.keyboard.press('Enter');
      await page.locator('.puzzle .plans li').first().waitFor();
      assert.ok((await page.locator('.puzzle .plans li').count()) > 1);
      assert.doesNotMatch(await page.locator('.puzzle').innerText(), /[{}]/);
      assert.deepEqual(await seriousFaults(page), []);
      await page.locator('[data-puzzle=play]').focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-puzzle=next]').waitFor();
      assert.ok(answer.chance > 0);
      await page.goto(`${server.url}/puzzles/${name}`);
      await page.locator('[data-puzzle="2"] .state', { hasText: 'answer shown' }).waitFor();
      await leave(page);
    });
  }
});

describe('attempts', () => {
  test('each keeps its number and is told; the answer solves it and counts', async () => {
    const { number, plans: [answer, ...others] } = await ofKodama();
    const page = await open('kodama', number);
    await choose(page, others[0]);
    await page.locator('.tried li').first().waitFor();
    assert.match(await page.locator('.tried li').first().innerText(), /Leaves \d+ %/);
    await page.locator('.hint-marks .mark', { hasText: '1' }).waitFor();
    await choose(page, others[1]);
    await page.locator('.tried li').nth(1).waitFor();
    // The same again is no further attempt, and a reload forgets none.
    await choose(page, others[0]);
    await page.reload();
    await page.locator('.tried li').nth(1).waitFor();
    assert.equal(await page.locator('.tried li').count(), 2);
    await choose(page, answer);
    await page.getByRole('heading', { name: 'Solved at the third attempt' }).waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    await page.goto(`${server.url}/puzzles`);
    await page.getByText(/1 of \d+ solved/).waitFor();
    // A table that is a puzzle is none of the tables to play at.
    await page.goto(server.url);
    await page.locator('[data-puzzle=daily]').waitFor();
    await page.getByText('No table yet. Tables you sit at appear here.').waitFor();
    await leave(page);
  });

  test('on a phone, in Japanese and in the dark', async () => {
    const { number, plans: [answer, other] } = await ofKodama();
    const page = await open('kodama', number, { ...TOUCH, settings: { lang: 'ja', theme: 'dark' } });
    await page.getByRole('button', { name: '問題文' }).tap();
    await choose(page, other);
    await page.locator('.tried li', { hasText: '見込み' }).waitFor();
    assert.ok((await widthOf(page)) <= 390);
    assert.deepEqual(await seriousFaults(page), []);
    const [panel, question] = await Promise.all(['.puzzle', '.question-panel'].map((one) => page.locator(one).boundingBox()));
    assert.ok(panel.y + panel.height <= question.y + 1, 'it leaves the question free');
    await choose(page, answer);
    await page.getByRole('heading', { name: '2回目で正解' }).waitFor();
    await page.locator('[data-puzzle=next]').tap();
    await page.locator('#puzzle-title').waitFor();
    await leave(page);
  });
});

test('the puzzle of the day is in the lobby, the same for everybody', async () => {
  const hrefs = [];
  for (const lang of ['en', 'ja']) {
    const page = await visit(browser, { settings: { lang } });
    await page.goto(server.url);
    hrefs.push(await page.locator('[data-puzzle=daily]').getAttribute('href'));
    assert.equal(await page.locator('.week li').count(), 7);
    if (lang === 'ja') {
      await page.goto(`${server.url}/puzzles`);
      await page.getByRole('heading', { name: '問題', exact: true }).waitFor();
      assert.deepEqual(await seriousFaults(page), []);
    }
    await leave(page);
  }
  assert.equal(hrefs[0], hrefs[1]);
  assert.match(hrefs[0], /^\/puzzles\/\w+\/\d+$/);
});

test('what is no puzzle says so', async () => {
  const page = await visit(browser);
  await page.goto(`${server.url}/puzzles/kodama/99999`);
  await page.getByRole('heading', { name: 'There is no such puzzle' }).waitFor();
  await page.goto(`${server.url}/puzzles/chess`);
  await page.getByRole('heading', { name: 'There is no such puzzle' }).waitFor();
  await page.context().close();
});
