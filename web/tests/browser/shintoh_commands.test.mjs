/** Shintoh: the role card is taken whoever is asked. [OF-RUL-17] */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bothSitDown, HARU, leave, MIKA, myTurn, seriousFaults, server, setUp, STILL, TOUCH } from './harness.mjs';

setUp();

const CARD = 'Take it, score 10 and 20…';
const TAKE = { name: 'Take it, score 10 and 20', exact: true };

/** Open the question from the role card itself, or on a phone from the overlay that shows it. */
async function thinkItOver(page, isPhone) {
  if (isPhone) await page.locator('.mine button.roles').click();
  await page.locator(isPhone ? '.overlay' : '[data-region=roles]').getByRole('button', { name: CARD }).click();
  await page.getByText('Take the role card?').waitFor();
}

for (const [look, options] of Object.entries({ desktop: STILL, phone: { ...TOUCH, ...STILL } })) {
  test(`on another's turn, ${look}`, async () => {
    const isPhone = look === 'phone';
    const made = await server.table([MIKA, HARU], { game: 'shintoh', settings: { first_dealer: 'A' } });
    const [mika, haru] = await bothSitDown(made, options, options);
    await myTurn(mika);

    await thinkItOver(haru, isPhone); // Mika is asked, and it is Haru who thinks it over
    assert.deepEqual(await seriousFaults(haru), []);
    await haru.getByRole('button', { name: 'Leave it closed' }).click();
    await haru.getByText('Take the role card?').waitFor({ state: 'detached' });
    await thinkItOver(haru, isPhone);
    await haru.getByRole('button', TAKE).click();
    await haru.getByText('Take the role card?').waitFor({ state: 'detached' });
    await mika.locator('.others').getByText('reads').first().waitFor(); // everybody sees it
    assert.equal(await mika.locator('.question-panel.mine').count(), 1); // the open question stays
    assert.equal(await haru.locator('.question-panel.mine').count(), 0);
    await haru.getByRole('button', { name: CARD }).waitFor({ state: 'detached' });
    await leave(mika, haru);
  });
}
