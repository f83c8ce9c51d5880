/** Kodama in other ways: a place tried while another thinks, and a tree grown by eye alone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bothSitDown, bots, HARU, leave, MIKA, myTurn, server, setUp, sitDown, STILL, TOUCH } from './harness.mjs';

setUp();

const kodama = (players) => server.table(players, { game: 'kodama', settings: { first_player: 'A', decrees: false } });
const cards = (page) => page.locator('.display [data-drag]');
const ghost = (page) => page.locator('.ghost');
const primary = (page) => page.locator('.question-panel [data-primary]');

test("a place is tried in another's turn, and the card lies there when one's own comes", async () => {
  const [mika, haru] = await bothSitDown(await kodama([MIKA, HARU]), STILL, STILL);
  await myTurn(mika);
  await cards(haru).nth(1).waitFor();
  const card = await cards(haru).nth(1).getAttribute('data-card-key');
  await cards(haru).nth(1).click();
  await ghost(haru).and(haru.locator('[data-legal=true]')).waitFor();
  await haru.getByText(/^Only tried: \d+ points? on|^Only tried: no points on/).waitFor();
  assert.equal(await primary(haru).count(), 0, 'it is not to be laid yet');
  await haru.keyboard.press('n'); // another place
  const foot = await ghost(haru).getAttribute('data-foot');
  // Somebody else takes another card: what is tried stays.
  await cards(mika).first().click();
  await primary(mika).click();
  await myTurn(haru);
  await primary(haru).waitFor();
  assert.equal(await ghost(haru).getAttribute('data-foot'), foot);
  await primary(haru).click();
  await haru.locator(`.things [data-about="${card}"]`).waitFor({ state: 'attached' });
  await myTurn(mika);
  // What is taken away meanwhile is not tried any more.
  const taken = await cards(haru).first().getAttribute('data-card-key');
  await cards(haru).first().click();
  await ghost(haru).waitFor();
  await mika.locator(`.display [data-card-key="${taken}"]`).click();
  await primary(mika).click();
  await myTurn(haru);
  await ghost(haru).waitFor({ state: 'detached' });
  await leave(mika, haru);
});

test('by eye: no points and no places are shown until a card is laid; what is wrong is told then', async () => {
  for (const look of [{}, TOUCH]) {
    const page = await sitDown(await kodama([MIKA, ...bots(1)]), { ...STILL, ...look });
    await myTurn(page);
    assert.ok((await page.locator('.display .best').count()) > 0);
    await page.getByRole('button', { name: 'By eye' }).click();
    assert.equal(await page.locator('.display .best').count(), 0);
    await page.reload(); // it is remembered
    await myTurn(page);
    assert.equal(await page.getByRole('button', { name: 'By eye' }).getAttribute('aria-pressed'), 'true');
    await cards(page).first().click();
    await ghost(page).waitFor();
    assert.equal(await ghost(page).getAttribute('data-legal'), null);
    assert.equal(await page.locator('.bubble, .chip, .lights').count(), 0);
    assert.doesNotMatch(await page.locator('.question-panel').innerText(), /\d+ points?|Next place/);
    const before = await ghost(page).getAttribute('data-foot');
    await page.keyboard.press('n');
    assert.equal(await ghost(page).getAttribute('data-foot'), before);
    // High above the tree nothing can grow.
    await primary(page).click();
    await page.locator('.slip').waitFor();
    assert.equal(await page.locator('.things polygon').count(), 1);
    // Its foot goes where it is tapped, and clings to the bark there.
    const trunk = await page.locator('.things polygon').first().boundingBox();
    const [slip, grown] = [page.locator('.slip'), page.locator('.things polygon').nth(1)];
    for (let down = 0.06; down < 0.6 && (await grown.count()) === 0; down += 0.04) {
      await slip.locator('button').first().click();
      await slip.waitFor({ state: 'detached' });
      await page.mouse.click(trunk.x + trunk.width * 0.42, trunk.y + trunk.height * down);
      await primary(page).click();
      await slip.or(grown).first().waitFor({ state: 'attached' });
    }
    assert.ok((await grown.count()) > 0, 'the card has grown');
    await leave(page);
  }
});
