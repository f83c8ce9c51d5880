/** Kamigami Battles: what may be said whoever is asked. [KB-FLOW-05] [KB-FLOW-14] */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bots, browser, leave, seriousFaults, server, setUp, STILL, visit } from './harness.mjs';

setUp();

test('while another thinks, I set where I stop, and resign', async () => {
  const people = ['Mika', 'Haru', 'Sora'].map((name) => ({ kind: 'person', name }));
  const options = { react_pause_ms: 0, god_choice: 'random', temples: false };
  const made = await server.table(people, { game: 'battles', settings: options });
  const pages = [];
  for (const seat of ['A', 'B', 'C']) {
    const page = await visit(browser, STILL);
    await page.goto(made.link(seat));
    await page.locator('.question-panel').waitFor();
    pages.push(page);
  }
  await Promise.race(pages.map((page) => page.locator('.question-panel.mine').waitFor()));
  const idle = [];
  for (const page of pages) {
    if ((await page.locator('.question-panel.mine').count()) === 0) idle.push(page);
  }
  assert.equal(idle.length, 2);
  const [quitter, watcher] = idle;

  await quitter.getByRole('button', { name: 'Reactions' }).click();
  const stop = quitter.getByLabel('before drawing');
  await stop.click();
  await quitter.waitForFunction(
    () => [...document.querySelectorAll('.overlay input:checked')].some((box) =>
      box.parentElement.innerText.includes('before drawing') && !box.disabled),
  );
  assert.deepEqual(await seriousFaults(quitter), []);

  await quitter.getByRole('button', { name: 'Resign …' }).click();
  await quitter.getByText('The others play on').waitFor();
  await quitter.getByRole('button', { name: 'Resign', exact: true }).click();
  await watcher.locator('.seat.out').waitFor();
  await quitter.getByRole('button', { name: 'Reactions' }).click();
  assert.equal(await quitter.getByRole('button', { name: 'Resign …' }).count(), 0);
  await leave(...pages);
});

test('in a Team Match I am asked for allies only, unless I want to be asked for rivals; elsewhere there is no such switch', async () => {
  const settings = { react_pause_ms: 0, god_choice: 'random', temples: false };
  for (const mode of ['team', 'ffa']) {
    const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(3)], { game: 'battles', settings: { ...settings, mode } });
    const page = await visit(browser, STILL);
    const told = [];
    const untilTold = async (count) => {
      for (let tries = 0; tries < 500 && told.at(-1)?.length !== count; tries++) await page.waitForTimeout(20);
    };
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const message = JSON.parse(String(payload));
        if (message.t === 'passing') told.push(message.never);
      }),
    );
    await page.goto(made.link('A'));
    await page.getByRole('button', { name: 'Reactions' }).click();
    await page.getByRole('dialog').waitFor();
    const allies = page.getByLabel('Allies only');
    if (mode === 'ffa') assert.equal(await allies.count(), 0);
    else {
      assert.equal(await allies.isChecked(), true);
      await allies.uncheck();
      await page.reload(); // it is remembered, and said to the server again
      await page.getByRole('button', { name: 'Reactions' }).click();
      assert.equal(await allies.isChecked(), false);
      await untilTold(0);
      await allies.check();
      await untilTold(1);
      assert.deepEqual([told.at(0), told.at(-1)], [[], ['for:rival']]);
    }
    await leave(page);
  }
});
