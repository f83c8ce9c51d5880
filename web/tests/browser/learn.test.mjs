import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  bots, browser, leave, myTurn, PHONE, server, setUp, sitDown, TOUCH, visit,
} from './harness.mjs'; // prettier-ignore

setUp();

const GAMES = ['shintoh', 'kamisama', 'kodama', 'battles'];

test('the pictures of Shintoh show what stands on the cards', async () => {
  const page = await visit(browser);
  const cards = await (await fetch(`${server.url}/api/games/shintoh/cards`)).json();
  const worth = (id) => cards.gods.find((god) => god.id === id).points;
  await page.goto(`${server.url}/rules/shintoh`);
  const numbers = (picture) => page.locator(`[data-picture=${picture}] text`).allTextContents();
  await page.locator('[data-picture=end] text').nth(5).waitFor();
  const [sword, wife] = [worth('takemikazuchi'), worth('suseri')];
  assert.deepEqual((await numbers('goal')).slice(0, 2), [String(sword), String(worth('uzume'))]);
  assert.ok((await numbers('win')).includes(String(wife)));
  assert.ok((await numbers('end')).includes(String(sword + wife + 12)));
  await leave(page);
});

describe('how to play', () => {
  for (const game of GAMES) {
    test(`${game}: every step has its picture and fits, also on a phone and in Japanese`, async () => {
      for (const look of [{}, { viewport: PHONE, settings: { lang: 'ja' } }]) {
        const page = await visit(browser, look);
        await page.goto(`${server.url}/rules/${game}`);
        await page.locator('.lesson li').nth(7).waitFor();
        await page.waitForFunction(() => document.querySelector('[data-picture=end] text, [data-picture=end] use'));
        const steps = await page.locator('.lesson li').all();
        for (const step of steps) {
          const outside = await step.locator('svg').evaluate((svg) => {
            const frame = svg.getBoundingClientRect();
            const drawn = [...svg.querySelectorAll('text, rect, circle')];
            if (drawn.length + svg.querySelectorAll('use').length < 3) return ['nothing drawn'];
            return drawn
              .filter((part) => {
                const box = part.getBoundingClientRect();
                const across = box.left < frame.left - 2 || box.right > frame.right + 2;
                return across || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
              })
              .map((part) => `${svg.dataset.picture}: ${part.outerHTML}`);
          });
          assert.deepEqual(outside, []);
        }
        const missing = await page.evaluate(() =>
          [...document.querySelectorAll('.lesson use')]
            .map((use) => use.getAttribute('href'))
            .filter((href) => !document.querySelector(href)),
        );
        assert.deepEqual(missing, []);
        await leave(page);
      }
    });
  }

  test('the lobby leads there, a step leads to its exact rules, refusals stay folded', async () => {
    const page = await visit(browser);
    await page.goto(server.url);
    await page.getByRole('banner').getByRole('link', { name: 'How to play' }).click();
    await page.getByRole('link', { name: /^Shintoh/ }).click();
    await page.locator('.lesson summary').first().click();
    await page.getByRole('button', { name: 'OF-GEN-03' }).click();
    await page.locator('article.on', { hasText: 'The aim' }).waitFor();
    assert.match(page.url(), /OF-GEN-03$/);
    assert.equal(await page.locator('[data-rule=OF-ERR-01]').isVisible(), false);
    assert.doesNotMatch(await page.locator('.list').textContent(), /\{\w+\}/);
    await page.context().close();
  });

  test('at the table the Rules tab begins with it, and a slip leads to its rule', async () => {
    const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(1)]);
    const page = await sitDown(made);
    await myTurn(page);
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.locator('.lesson li').first().waitFor();
    assert.equal(await page.locator('[data-rule]').count(), 0);
    await page.getByRole('button', { name: 'All rules, numbered' }).click();
    await page.locator('[data-rule=OF-DED-03]').waitFor();
    await page.context().close();
  });
});

describe('the cards', () => {
  for (const game of GAMES) {
    test(`${game}: names, texts and pictures, nothing that only the program needs`, async () => {
      const page = await visit(browser);
      await page.goto(`${server.url}/rules/${game}?show=cards${game === 'shintoh' ? '&study=1' : ''}`);
      await page.locator('#rules-face h4, #rules-face .roles').first().waitFor();
      const text = await page.locator('#rules-face').innerText();
      for (const inner of [/object Object/, /provenance/, /\bset:/, /undefined/, /rotoo/i, /\{/]) {
        assert.doesNotMatch(text, inner);
      }
      if (game !== 'shintoh') assert.doesNotMatch(text, /Study|Which gods belong/);
      const missing = await page.evaluate(() =>
        [...document.querySelectorAll('#rules-face use')]
          .map((use) => use.getAttribute('href'))
          .filter((href) => !document.querySelector(href)),
      );
      assert.deepEqual(missing, []);
      await page.context().close();
    });
  }

  test('a search and a kind of card narrow them down', async () => {
    const page = await visit(browser);
    await page.goto(`${server.url}/rules/kodama?show=cards`);
    await page.getByRole('button', { name: 'Branch cards' }).click();
    assert.equal(await page.locator('#rules-face li').count(), 65);
    await page.getByRole('searchbox').fill('mushroom');
    const shown = await page.locator('#rules-face li').allInnerTexts();
    assert.ok(shown.length > 0 && shown.length < 65);
    assert.ok(shown.every((text) => text.includes('mushroom')));
    await page.getByRole('searchbox').fill('zzz');
    await page.getByText('No card contains').waitFor();
    await page.context().close();
  });

  test('whoever studies Shintoh sees the roles first, with their gods', async () => {
    const page = await visit(browser);
    await page.goto(`${server.url}/rules/shintoh?study=1`);
    const first = page.locator('#rules-face h3').first();
    await first.waitFor();
    assert.equal(await first.innerText(), 'Roles');
    assert.ok((await page.locator('.members .medallion').count()) >= 20);
    await page.getByText('As in a game').click();
    await page.waitForFunction(() => !document.querySelector('.members'));
    await page.context().close();
  });
});

describe('the first visit', () => {
  test('four tips, each at its thing; dismissed once, they never come again', async () => {
    for (const look of [{}, TOUCH]) {
      const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(1)]);
      const page = await sitDown(made, { ...look, settings: { coach: true } });
      await myTurn(page);
      const tip = page.getByRole('dialog', { name: 'First steps' });
      await tip.getByText('asks you here').waitFor();
      for (const words of ['Your own things', 'written down', 'The book']) {
        await tip.getByRole('button', { name: 'Next' }).click();
        await tip.getByText(words).waitFor();
        const box = await tip.boundingBox();
        const { width, height } = page.viewportSize();
        assert.ok(box.x >= 0 && box.x + box.width <= width, words);
        assert.ok(box.y >= 0 && box.y + box.height <= height, words);
      }
      await tip.getByRole('button', { name: 'Let us play' }).click();
      await tip.waitFor({ state: 'detached' });
      await page.reload();
      await myTurn(page);
      await page.waitForTimeout(700);
      assert.equal(await tip.count(), 0);
      await page.context().close();
    }
  });

  test('a tip lies over nothing that happens, and who has answered reads the next one', async () => {
    const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(2)], { game: 'kamisama' });
    const page = await sitDown(made, { settings: { coach: true, playback: 'step' } });
    await myTurn(page);
    const tip = page.getByRole('dialog', { name: 'First steps' });
    await tip.getByText('asks you here').waitFor();
    await page.locator('.choice [data-choice], .board .offered[data-choice]').first().click();
    await page.locator('.question-panel.mine [data-primary]').first().click();
    await page.locator('[data-caption]').first().waitFor();
    assert.equal(await tip.count(), 0);
    while ((await page.locator('.question-panel.mine:not([aria-busy=true])').count()) === 0) {
      await page.keyboard.press('Space');
      await page.waitForTimeout(50);
    }
    await tip.getByText('Your own things').waitFor();
    await page.context().close();
  });

  test('an invited friend reads who invites, to what, how long, and types at once', async () => {
    const made = await server.table([
      { kind: 'person', name: 'Mika' },
      { kind: 'person', name: '' },
      ...bots(1),
    ]);
    const host = await sitDown(made);
    await host.locator('.question-panel').waitFor();
    const friend = await visit(browser, { settings: { name: '' } });
    await friend.goto(made.link('B'));
    await friend.getByText('Mika invites you to a game of Shintoh').waitFor();
    await friend.getByText('about 20 minutes').waitFor();
    await friend.getByText('eighteen gods').waitFor();
    const how = await friend.getByRole('link', { name: 'How to play' }).getAttribute('href');
    assert.equal(how, '/rules/shintoh');
    await friend.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    await friend.keyboard.type('Haru');
    await friend.keyboard.press('Enter');
    await friend.locator('.question-panel').waitFor();
    await friend.context().close();
    await host.context().close();
  });

  test('looking at the rules and coming back leaves the table as it was set', async () => {
    const page = await visit(browser);
    await page.goto(server.url);
    await page.locator('.set').getByText('2', { exact: true }).first().click();
    await page.getByText('Shintoh · 2 seats').waitFor();
    await page.locator('.set').getByRole('link', { name: 'How to play' }).click();
    await page.locator('.lesson li').first().waitFor();
    await page.goBack();
    await page.getByText('Shintoh · 2 seats').waitFor();
    await page.context().close();
  });
});

describe('hint and take-back', () => {
  test('a hint is in the words of the game, and lays its cards ready', async () => {
    const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(1)]);
    const page = await sitDown(made);
    await myTurn(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    const hint = page.locator('.hint-panel li').first();
    await hint.waitFor();
    const said = await hint.locator('.name').innerText();
    assert.match(said, /(Dedicate .+, total \d+|Pass.*|Use.*)$/);
    await hint.getByRole('button').click();
    const total = /total (\d+)/.exec(said)?.[1];
    if (total) await page.getByRole('button', { name: `Dedicate ${total}` }).waitFor();
    else assert.ok((await page.locator('.hinted').count()) > 0);
    await page.locator('[data-primary]:not([aria-disabled=true])').click();
    await hint.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('what was taken back is told in words and struck through', async () => {
    const made = await server.table([
      { kind: 'person', name: 'Mika' },
      { kind: 'person', name: 'Haru' },
    ]);
    const pages = [];
    for (const seat of ['A', 'B']) {
      const page = await visit(browser);
      await page.goto(made.link(seat));
      await page.locator('.question-panel').waitFor();
      pages.push(page);
    }
    await pages[0].waitForTimeout(300);
    const [mine, theirs] = (await pages[0].locator('.question-panel.mine').count()) ? pages : pages.toReversed();
    await mine.locator('[data-primary]').click();
    await theirs.locator('.question-panel.mine').waitFor();
    await mine.getByRole('button', { name: 'Take back' }).click();
    await theirs.getByText(/takes back the last turn: .* dedicates \w+: total \d/).first().waitFor();
    await theirs.locator('.log .gone', { hasText: 'dedicates' }).waitFor();
    for (const page of pages) await page.context().close();
  });
});

for (const game of ['kamisama', 'kodama', 'battles']) {
  test(`${game}: no label or sentence at the table has a gap`, async () => {
    const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(1)], { game });
    const page = await sitDown(made);
    for (let turn = 0; turn < 6; turn++) {
      if (!(await myTurn(page))) break;
      // An answer of the question panel if one can be given now, else something of the board to choose.
      const answer = page.locator('.question-panel [data-answer]:not([aria-disabled=true]):visible');
      const choice = page.locator('[data-choice]:not([aria-disabled=true]):visible');
      const next = (await answer.count()) > 0 ? answer.first() : choice.first();
      await next.hover();
      assert.doesNotMatch(await page.locator('body').innerText(), /\{\w+\}/);
      await next.click();
      await page.waitForTimeout(400);
    }
    await page.context().close();
  });
}
