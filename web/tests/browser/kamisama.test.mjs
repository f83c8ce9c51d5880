import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import {
  bots, browser, DESKTOP, leave, MIKA, myTurn, PHONE, roomForFingers, seriousFaults, server, setUp,
  sitDown, STILL, TOUCH, visit, walkRegions, widthOf,
} from './harness.mjs'; // prettier-ignore

setUp();


/** Pictures for the documentation, only when asked for: `KAMIZA_SCREENS=1`. */
const SCREENS = fileURLToPath(new URL('../../../docs/screens', import.meta.url));
async function picture(page, name) {
  if (!process.env.KAMIZA_SCREENS) return;
  await mkdir(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `kamisama_${name}.png`) });
}

async function begin(options, seats, more = {}) {
  const made = await server.table([MIKA, ...bots(seats - 1)], { game: 'kamisama', ...more });
  const page = await sitDown(made, options);
  await myTurn(page);
  return page;
}

const isOver = (page) => page.locator('.scoring').isVisible();

/** Small, repeatable chance. */
function dice(seed) {
  let now = seed;
  return (count) => {
    now = (now * 1103515245 + 12345) % 2147483648;
    return now % count;
  };
}

/** Where the game stands on this page; both run in the page. */
function position() {
  const panel = document.querySelector('.question-panel');
  const told = document.querySelector('[data-told]')?.dataset.told;
  return `${told} ${panel?.className} ${panel?.innerText}`;
}
function changed(old) {
  if (document.querySelector('.scoring')) return true;
  const panel = document.querySelector('.question-panel');
  if (!panel || panel.getAttribute('aria-busy') === 'true') return false;
  const told = document.querySelector('[data-told]')?.dataset.told;
  return `${told} ${panel.className} ${panel.innerText}` !== old;
}

/** One answer with real clicks or taps: chosen on the board or in the question panel, then confirmed. */
async function answer(page, roll, press) {
  const overlay = page.locator('[data-overlay]');
  if (await overlay.isVisible()) await press(overlay);
  const chosen = page.locator('.question-panel [data-primary]:not([aria-disabled=true])');
  if ((await chosen.count()) === 0) {
    const choices = page.locator(`${OFFERED}:visible, .question-panel .ability:visible:not([aria-disabled=true])`);
    const others = page.locator('.question-panel [data-answer]:visible:not([data-primary]):not([aria-disabled=true])');
    const count = await choices.count();
    if (count === 0) return press(others.nth(roll(await others.count())));
    await press(choices.nth(roll(count)));
  }
  await press(chosen);
}

/** Answer with real input until `until` holds; false if the game ends before. */
async function play(page, seed, press, until) {
  const roll = dice(seed);
  for (let turn = 0; turn < 600; turn++) {
    if (!(await myTurn(page, 60_000))) return false;
    if (await until()) return true;
    const before = await page.evaluate(position);
    await answer(page, roll, press);
    await page.waitForFunction(changed, before, { timeout: 60_000 });
  }
  throw new Error('The game does not end.');
}

/**
 * The same within the page and without waiting in between, until something fits `stop` or the game
 * is over. The most pixels that were hidden on the way come back with it.
 */
function rush(page, stop, seed = 1) {
  return page.evaluate(
    async ([stop, seed]) => {
      let now = seed;
      const roll = (count) => (now = (now * 1103515245 + 12345) % 2147483648) % count;
      const one = (selector) => document.querySelector(selector);
      const all = (selector) => [...document.querySelectorAll(selector)];
      let hidden = 0;
      let where = '';
      for (let turn = 0; turn < 20_000; turn++) {
        await new Promise((later) => setTimeout(later, 8));
        if (one('.scoring')) return { over: true, hidden, where };
        if (stop && one(stop)) return { over: false, hidden, where };
        if (!one('.question-panel.mine:not([aria-busy=true])')) continue;
        for (const zone of all('.board, .mine, .others')) {
          const below = zone.scrollHeight - zone.clientHeight;
          if (below <= hidden) continue;
          hidden = below;
          where = `${zone.className}: ${zone.innerText.slice(0, 160)}`;
        }
        one('[data-overlay]')?.click();
        const ready = one('.question-panel [data-primary]:not([aria-disabled=true])');
        const choices = all('[data-choice]:not([aria-disabled=true])');
        const others = all('.question-panel [data-answer]:not([data-primary]):not([aria-disabled=true])');
        const from = ready ? [ready] : choices.length > 0 ? choices : others;
        from[roll(from.length)]?.click();
      }
      throw new Error('The game does not end.');
    },
    [stop, seed],
  );
}

const click = (target) => target.click();
const tap = (target) => target.tap();
const OFFERED = '[data-choice]:not([aria-disabled=true])';
const SPACES = `.space${OFFERED}`;
const VILLAGERS = `.villager${OFFERED}`;
const seen = (page, selector) => async () => (await page.locator(selector).count()) > 0;

/** Without the fonts of the look every line is a little taller: less than one line in all. */
const LINE = 16;

test('a whole game of one person and three bots, by clicks', async () => {
  const page = await begin({ viewport: DESKTOP, ...STILL }, 4);
  // With a real mouse to the first draft and through it; nothing may lie in its way.
  assert.equal(await play(page, 7, click, seen(page, VILLAGERS)), true);
  assert.equal(await play(page, 8, click, seen(page, SPACES)), true);
  const { over, hidden, where } = await rush(page, null, 3);
  assert.equal(over, true);
  assert.ok(hidden <= LINE, `${hidden} pixels were hidden in ${where}`);

  // The sheet adds up, and the best total wins.
  const rows = await page.locator('.scoring tbody tr').evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => parseInt(cell.innerText, 10))),
  );
  const total = await page.locator('.scoring tr.total').evaluate((row) =>
    [...row.parentNode.children].indexOf(row),
  );
  for (const seat of [0, 1, 2, 3]) {
    const sum = rows.slice(0, total).reduce((all, row) => all + row[seat], 0);
    assert.equal(sum, rows[total][seat]);
  }
  assert.equal(rows[total][0], Math.max(...rows[total]));
  await page.getByRole('button', { name: 'Play again' }).waitFor();
  await picture(page, 'final');
  await leave(page);
});

test('a whole game for two with the Kitsune', async () => {
  const page = await begin({ viewport: DESKTOP, ...STILL }, 2);
  await rush(page, '.fox .last', 4);
  assert.equal(await myTurn(page), true);
  // The card once more, cell by cell; then the board is as it was.
  const before = await page.locator('.things .stands').count();
  const looked = page.waitForFunction(() => document.querySelector('.things .looked')); // it goes on by itself
  await page.getByRole('button', { name: 'Show again' }).click();
  await looked;
  await picture(page, 'kitsune');
  await page.waitForFunction(
    (count) =>
      !document.querySelector('.things .looked') &&
      document.querySelectorAll('.things .stands').length === count,
    before,
  );
  const { over, hidden, where } = await rush(page, null, 5);
  assert.equal(over, true);
  assert.ok(hidden <= LINE, `${hidden} pixels were hidden in ${where}`);
  assert.equal(await page.locator('.scoring thead th[scope=col]').count(), 2);
  await leave(page);
});

test('the longest villagers of a village fit beside the board', async () => {
  const cards = await (await fetch(`${server.url}/api/games/kamisama/cards`)).json();
  for (const lang of ['en', 'ja']) {
    const longest = (village) =>
      cards.villager_cards
        .filter((card) => card.village === village)
        .sort((a, b) => b.text[lang].length - a.text[lang].length)
        .slice(0, 4)
        .map((card) => card.id);
    const made = await server.table([MIKA, ...bots(3)], { game: 'kamisama' });
    const page = await visit(browser, { viewport: DESKTOP, settings: { lang }, ...STILL });
    // The cards come by chance; here whatever is drawn becomes the four with most to read.
    await page.routeWebSocket(/./, (socket) => {
      const answers = socket.connectToServer();
      socket.onMessage((message) => answers.send(message));
      answers.onMessage((message) => {
        const frame = JSON.parse(message);
        const draft = frame.view?.draft;
        if (draft?.hand) draft.hand = longest(draft.village);
        socket.send(JSON.stringify(frame));
      });
    });
    await page.goto(made.link('A'));
    await rush(page, '.board:has(.question-panel.mine:not([aria-busy=true])) .draft .villager', 3);
    assert.equal(await page.locator('.draft .villager').count(), 4);
    const hidden = await page
      .locator('.others')
      .evaluate((zone) => zone.scrollHeight - zone.clientHeight);
    assert.ok(hidden <= LINE, `${hidden} pixels are hidden in ${lang}`);
    await leave(page);
  }
});

test('villagers face down: mine by name, others by number, all of them at the end', async () => {
  const settings = { years: 2, villagers: 'face_down' };
  const page = await begin(STILL, 3, { settings });
  await rush(page, '[data-overlay]', 3);
  const [mine, ...others] = await page.locator('.overlay tbody .wide').allInnerTexts();
  assert.doesNotMatch(mine, /\d/);
  assert.equal(others.length, 2);
  for (const text of others) assert.match(text.trim(), /^\d villagers$/);
  await rush(page, null, 3);
  const named = await page.locator('.scoring .cards td').allInnerTexts();
  assert.equal(named.length, 3);
  for (const text of named) assert.doesNotMatch(text, /\d/);
  await leave(page);
});

test('keyboard alone: a whole first game', async () => {
  const page = await begin(STILL, 2, { settings: { years: 2 } });
  const log = page.locator('.log');

  // The sheets: arrows walk, Space chooses, Enter sends.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement.hasAttribute('data-choice')), true);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await log.getByText('The game begins').waitFor();
  assert.equal(await myTurn(page), true);

  await walkRegions(page);

  for (let turn = 0; turn < 500 && !(await isOver(page)); turn++) {
    if (!(await myTurn(page, 60_000))) break;
    const before = await page.evaluate(position);
    if (await page.locator('[data-overlay]').isVisible()) await page.keyboard.press('Escape');
    const primary = page.locator('.question-panel [data-primary]');
    if ((await primary.count()) === 0) {
      await page.keyboard.press('1'); // Favor or Nature, a token, a tie
    } else {
      if ((await primary.getAttribute('aria-disabled')) === 'true') {
        if ((await page.locator(OFFERED).count()) === 0) {
          await page.keyboard.press('2'); // the only way out
          await page.waitForFunction(changed, before);
          continue;
        }
        // Tab stops only at what is offered.
        await page.keyboard.press('F6');
        for (let step = 0; step < 90; step++) {
          await page.keyboard.press('Tab');
          if (await page.evaluate((offered) => document.activeElement.matches(offered), OFFERED)) break;
        }
        await page.keyboard.press('Space');
      }
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction(changed, before, { timeout: 60_000 });
  }
  assert.equal(await isOver(page), true);
  await leave(page);
});

test('a phone: nothing is wider than the screen, and a whole first game by taps', async () => {
  const page = await begin({ ...TOUCH, ...STILL }, 3, { settings: { years: 2 } });
  await play(page, 5, tap, seen(page, SPACES));
  assert.equal(await widthOf(page), PHONE.width);
  await roomForFingers(page, `.question-panel [data-answer]:visible, ${SPACES}:visible, nav button:visible`);
  await picture(page, 'phone');

  // The other parts of the table lie behind their names.
  for (const [tab, sign] of [
    ['Kami', '.mine .abilities'],
    ['Goal', '.ladders'],
    ['Players', '.players'],
    ['Board', SPACES],
  ]) {
    await page.getByRole('button', { name: tab, exact: true }).tap();
    await page.locator(`${sign}:visible`).first().waitFor();
    assert.equal(await widthOf(page), PHONE.width);
  }
  assert.equal(await play(page, 6, tap, seen(page, VILLAGERS)), true);
  await picture(page, 'phone_draft');
  assert.equal((await rush(page, null, 2)).over, true);
  assert.equal(await widthOf(page), PHONE.width);
  await picture(page, 'phone_final');
  await leave(page);
});

describe('the board', () => {
  let page;
  before(async () => {
    page = await begin({ viewport: DESKTOP, settings: { motion: 'normal' } }, 4);
    await play(page, 3, click, seen(page, SPACES));
  });
  after(() => page.context().close());

  test('hovering an option tells its effect and shows it on the tracks', async () => {
    const field = page.getByRole('button', { name: /field, empty.*offered/ }).first();
    await field.hover();
    await page.locator('.question-panel .story').getByText(/adds a shrine.*1 Favor/).waitFor();
    await page.locator('.mine .favor .then').waitFor();
    await page.locator('.things .ghost').waitFor();
    await page.mouse.move(640, 5);
    await page.waitForFunction(() => !document.querySelector('.things .ghost'));
  });

  test('what is not possible tells its rule', async () => {
    const elsewhere = page.locator('.space[aria-disabled=true]').first();
    await elsewhere.click({ force: true }); // "disabled" still answers
    const slip = page.locator('.slip');
    await slip.waitFor();
    assert.match(await slip.innerText(), /not in your current village/);
    await slip.getByRole('button', { name: 'Read the rule' }).click();
    await page.locator('[data-rule="KS-TURN-07"].on').waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
  });

  test('a village can be turned to the front, and north can be fixed', async () => {
    const angle = () =>
      page.locator('.ground').last().evaluate((el) => Number(/-?[\d.]+/.exec(el.style.transform)[0]));
    const start = await angle();
    const farming = page.getByRole('button', { name: 'Turn Farming to the front' });
    const turned = page.getByRole('group', { name: /Farming lies in front/ });
    await farming.click();
    await turned.waitFor();
    if ((await page.getByRole('button', { name: 'Turn back' }).count()) > 0) {
      await page.getByRole('button', { name: 'Turn back' }).click();
    }
    const fromStart = ((await angle()) - start) % 360;
    assert.ok(fromStart === 0, `turned back, yet ${fromStart} degrees off`); // minus nought is nought
    await page.getByLabel('Fixed north').check();
    assert.equal((((await angle()) % 360) + 360) % 360, 180);
    await page.getByLabel('Fixed north').uncheck();
  });

  test('after the last turn of a round the board really turns a quarter', async () => {
    const ground = page.locator('svg.ground');
    const angle = () => ground.evaluate((el) => Number(/-?[\d.]+/.exec(el.style.transform)[0]));
    const old = await angle();
    const round = await page.locator('text.round').textContent();
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await picture(page, 'before_turn');
    await play(page, 9, click, async () => (await page.locator('text.round').textContent()) !== round);
    await page.waitForFunction(
      (was) => Number(/-?[\d.]+/.exec(document.querySelector('svg.ground').style.transform)[0]) !== was,
      old,
    );
    assert.equal((await angle()) - old, 90);
    // It travels: the drawn angle comes later than the wanted one.
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await picture(page, 'after_turn');
  });
});

const SHOWN = ['draft_light', 'year_light', 'turn_dark'];
const LOOKS = {
  light: STILL,
  dark: { settings: { theme: 'dark' }, ...STILL },
  Japanese: { settings: { lang: 'ja' }, ...STILL },
  phone: { ...TOUCH, ...STILL },
};
for (const [look, options] of Object.entries(LOOKS)) {
  test(`axe-core finds nothing serious: sheets, a turn, the draft, the year, ${look}`, async () => {
    const page = await begin(options, 4);
    for (const [name, sign] of [
      ['kami', `.sheet${OFFERED}`],
      ['turn', SPACES],
      ['draft', VILLAGERS],
      ...(look === 'light' || look === 'phone' ? [['year', '[data-overlay]']] : []),
    ]) {
      assert.equal((await rush(page, sign, 6)).over, false);
      if (SHOWN.includes(`${name}_${look}`)) await picture(page, `${name}_${look}`);
      assert.deepEqual(await seriousFaults(page), [], name);
    }
    await leave(page);
  });
}
