import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { browser, leave, seriousFaults, server, setUp, STILL, TOUCH, visit, widthOf } from './harness.mjs';

setUp();

const GAMES = ['shintoh', 'kamisama', 'kodama', 'battles'];
const POSSIBLE = /The position is possible/;
const status = (page) => page.locator('.check');
const tab = (page, name) => page.getByRole('tab', { name, exact: true });

async function open(where, look = {}) {
  const page = await visit(browser, { ...STILL, ...look });
  await page.goto(`${server.url}/edit/${where}`);
  await page.locator('.lectern').waitFor();
  return page;
}
/** The address with the whole position, which is packed beside the check. */
async function linkOf(page, game) {
  await page.waitForURL(new RegExp(`/edit/${game}#1`));
  return page.url();
}
const possible = (page) => status(page).filter({ hasText: POSSIBLE }).waitFor();

test('every game: a puzzle is loaded, checked, drawn and analysed; nothing in it is unlabelled', async (t) => {
  for (const game of GAMES) {
    await t.test(game, async () => {
      const page = await open(`${game}?puzzle=3`);
      await possible(page);
      await page.locator('.stage [data-region]').first().waitFor();
      for (const name of ['Table', 'A']) {
        await tab(page, name).click();
        assert.ok((await page.locator('.body [data-field]').count()) > 3);
      }
      assert.deepEqual(await seriousFaults(page), []);
      await page.locator('[data-editor=analyse]').click();
      await page.locator('.overlay .option').first().waitFor();
      const chances = await page.locator('.overlay li.chance .num').allInnerTexts();
      assert.ok(chances.length >= 2 && chances.every((text) => /%/.test(text)), chances.join());
      assert.doesNotMatch(await page.locator('.overlay').innerText(), /[{}]/);
      await leave(page);
    });
  }
});

describe('editing', () => {
  test('what is wrong names the field, points to it and offers the repair; undo leads back', async () => {
    const page = await open('shintoh?puzzle=3');
    await possible(page);
    const link = await linkOf(page, 'shintoh');
    await tab(page, 'A').click();
    const hand = page.locator('[data-field="A.hand"]');
    await hand.getByLabel('Hand: rice', { exact: true }).fill('5');
    await status(page).filter({ hasText: 'Not yet' }).waitFor();
    assert.match(await status(page).innerText(), /5 rice/);
    // A dashed button answers with the check; the link works all the same.
    const play = page.locator('[data-editor=play]');
    assert.equal(await play.getAttribute('aria-disabled'), 'true');
    await play.click({ force: true });
    assert.equal(await page.locator('.overlay').count(), 0);
    assert.equal(await page.getByRole('button', { name: /^Copy/ }).count(), 1);
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await possible(page);
    await page.waitForURL(link);
    // A field that belongs to another tab is found from the lectern.
    await tab(page, 'B').click();
    await page.locator('[data-field="B.gods"] .add').selectOption('orochi');
    await status(page).filter({ hasText: 'Yamata-no-Orochi is elsewhere already' }).waitFor();
    await tab(page, 'Table').click();
    await page.locator('[data-editor=show]').click();
    await page.locator('[data-field="B.gods"] [aria-invalid=true]').waitFor();
    await page.waitForFunction(() => document.querySelector('[data-field="B.gods"]').contains(document.activeElement));
    await page.locator('[data-editor=repair]').click();
    await possible(page);
    await leave(page);
  });

  test('a field takes what is pressed on the board, and gives it back', async () => {
    const page = await open('kamisama?puzzle=3');
    await possible(page);
    await tab(page, 'A').click();
    await page.getByRole('button', { name: 'Shrines: choose on the board' }).click();
    const shrines = () => page.locator('[data-field="A.shrines"] .fold').innerText();
    const before = Number.parseInt(await shrines());
    const free = await page.locator('[data-space][aria-label*=empty]').first().getAttribute('data-space');
    await page.locator(`[data-space="${free}"]`).click({ force: true });
    await page.locator('[data-field="A.shrines"] .fold', { hasText: `${before + 1} in it` }).waitFor();
    await possible(page);
    await page.locator(`[data-space="${free}"]`).click({ force: true });
    await page.locator('[data-field="A.shrines"] .fold', { hasText: `${before} in it` }).waitFor();
    await possible(page); // until then the board is pale, because it shows what was
    await page.locator('[data-editor=unbrush]').click();
    await page.locator('.brushed').waitFor({ state: 'detached' });
    assert.deepEqual(await seriousFaults(page), []);
    await leave(page);
  });

  test('by keyboard alone: change, check, play on against a bot', async () => {
    const page = await open('shintoh?puzzle=3');
    await possible(page);
    await tab(page, 'Table').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-field="A.hand"]').waitFor();
    await page.keyboard.press('Tab'); // the panel
    const rice = page.getByLabel('Hand: rice', { exact: true });
    await rice.focus();
    await page.keyboard.press('ArrowUp');
    await status(page).filter({ hasText: POSSIBLE }).waitFor();
    assert.equal(await rice.inputValue(), '2');
    await page.locator('[data-editor=play]').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-editor=begin]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.question-panel.mine').waitFor();
    await page.locator('[data-begun]', { hasText: 'From a position' }).waitFor();
    assert.match(await page.locator('.seen').first().innerText(), /begun from a position/);
    assert.deepEqual(await seriousFaults(page), []);
    await leave(page);
  });

  test('a link brings the same position; a cut one says so; a case runs', async () => {
    const page = await open('kodama?puzzle=3');
    await possible(page);
    const href = await linkOf(page, 'kodama');
    const said = await status(page).innerText();
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-editor=case]').click()]);
    const text = await readFile(await file.path(), 'utf8');
    assert.match(text, /^game = "kodama"\n\n\[\[case\]\]\nid = "position-[0-9a-f]{8}"/);
    assert.match(text, /given\.position\.seats = /);
    const other = await visit(browser, STILL);
    await other.goto(href);
    await possible(other);
    assert.equal(await status(other).innerText(), said);
    // The case comes back as the same position, in the editor of another game.
    await other.goto(`${server.url}/edit/shintoh`);
    await possible(other);
    await other.getByRole('button', { name: 'Start from' }).click();
    await other.getByRole('textbox', { name: 'A text or a link' }).fill(text);
    await other.getByRole('button', { name: 'Take it over' }).first().click();
    await other.getByRole('heading', { name: 'Position editor · Kodama' }).waitFor();
    await possible(other);
    await other.waitForURL(href);
    await other.goto(`${href.slice(0, -9)}`);
    await other.reload();
    await other.getByRole('heading', { name: 'This link holds no position' }).waitFor();
    await other.goto(`${server.url}/edit/chess`);
    await other.getByRole('heading', { name: 'There is no such game' }).waitFor();
    await leave(other);
    await leave(page);
  });

  test('what cannot be read says why and loses nothing', async () => {
    const page = await open('battles');
    await possible(page);
    const href = await linkOf(page, 'battles');
    await page.getByRole('button', { name: 'Start from' }).click();
    await page.getByRole('textbox', { name: 'A text or a link' }).fill('hello');
    await page.getByRole('button', { name: 'Take it over' }).first().click();
    await page.getByRole('alert').filter({ hasText: 'This is no position' }).waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    await page.keyboard.press('Escape');
    assert.equal(page.url(), href);
    await page.context().close(); // a refusal is logged by the browser
  });
});

test('on a phone, in Japanese and in the dark', async () => {
  const page = await open('kamisama?puzzle=3', { ...TOUCH, settings: { lang: 'ja', theme: 'dark' } });
  await status(page).filter({ hasText: 'ありうる局面です' }).waitFor();
  assert.ok((await widthOf(page)) <= 390);
  assert.deepEqual(await seriousFaults(page), []);
  await tab(page, 'A').tap();
  await page.locator('[data-field="A.tokens"] input').first().fill('99');
  await status(page).filter({ hasText: 'まだです' }).waitFor();
  assert.match(await status(page).innerText(), /村トークン.*整数/s);
  await page.locator('[data-editor=repair]').tap();
  await status(page).filter({ hasText: 'ありうる局面です' }).waitFor();
  await tab(page, '盤').tap();
  assert.ok((await page.locator('section.stage').first().boundingBox()).width <= 390);
  await page.locator('[data-editor=play]').tap();
  await page.locator('[data-editor=begin]').waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.locator('[data-editor=begin]').tap();
  await page.locator('p[data-begun]', { hasText: '戦績には数えません' }).waitFor();
  assert.ok((await widthOf(page)) <= 390);
  await leave(page);
});
