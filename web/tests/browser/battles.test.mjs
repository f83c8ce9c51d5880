/** Kamigami Battles: whole games by real controls, reactions out of turn, teams, keys, phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bots, browser, DESKTOP, HARU, leave, MIKA, PHONE, roomForFingers, seriousFaults, server, setUp,
  STILL, TOUCH, visit, walkRegions, widthOf,
} from './harness.mjs'; // prettier-ignore

setUp();

/** Shuffles in which what the test waits for comes soon; found by playing them beforehand. */
const REDIRECTS_AND_FALLS = 458;
const SHORT_TEAM_MATCH = 22;
const quick = { react_pause_ms: 0 };

const battles = (settings = {}) => ({ game: 'battles', settings: { ...quick, ...settings } });

/**
 * One answer by real controls, as somebody plays who always reacts and always attacks the weakest
 * god, up to something that is to be looked at: a question, or whatever a selector finds. Runs in the
 * page; says what it did.
 */
function answerOnce([mode, question, sign]) {
  if (document.querySelector('.scoring')) return 'over';
  const panel = document.querySelector('.question-panel.mine:not([aria-busy=true])');
  if (!panel) return 'theirs';
  if (question && panel.innerText.includes(question)) return 'asked';
  if (sign && document.querySelector(sign)) return 'asked';
  const isSeen = (el) => el.offsetParent !== null;
  const all = (query) => [...document.querySelectorAll(query)].filter(isSeen);
  const answers = [...panel.querySelectorAll('[data-answer]:not([aria-disabled=true])')];
  const press = (el) => {
    el.click();
    return el.dataset.move ?? 'primary';
  };
  const react = answers.find((el) => el.dataset.move?.startsWith('react '));
  if (react) return press(react);
  if (panel.querySelector('.second')) return press(panel.querySelector('[data-primary]'));
  const targets = answers.filter((el) => el.dataset.move?.startsWith('target god:'));
  if (targets.length > 0) {
    const left = (el) => Number(/→\s(\d+)/.exec(el.innerText)?.[1] ?? 99);
    const ours = mode === 'team' ? [] : ['Mika', 'Haru'];
    // In a Team Match everything depends on the other Main God.
    const mains = all('.others .seat')
      .filter((seat) => seat.querySelector('.role'))
      .map((seat) => seat.getAttribute('aria-label').replace(/^. (?!Bot)/, ''));
    const isOf = (el, names) => names.some((name) => el.innerText.includes(name));
    const cost = (el) => left(el) + (isOf(el, ours) ? 50 : 0) - (isOf(el, mains) ? 40 : 0);
    return press(targets.sort((a, b) => cost(a) - cost(b))[0]);
  }
  const primary = panel.querySelector('[data-primary]:not([aria-disabled=true])');
  if (primary) return press(primary);
  const god = all('.choice [data-choice]');
  const wanted = god.find((el) => el.textContent.trim().startsWith('Nyarlathotep'));
  const hand = all('.hand [data-choice]:not([aria-disabled=true])');
  const hall = all('.hall [data-choice]:not([aria-disabled=true])');
  const strikes = (el) => (el.querySelector('.signs [href="#kb-attack"]') ? 100 : 0);
  const cost = (el) => strikes(el) + Number(el.querySelector('.price b')?.textContent ?? 0);
  const thing = wanted ?? god[0] ?? hand.at(-1) ?? hall.sort((a, b) => cost(b) - cost(a))[0];
  if (thing) {
    thing.click();
    return 'chosen';
  }
  return press(answers[0]);
}

const PLAY = 'Play a card, or go on?';
const STUCK = 60_000; // milliseconds in which nobody is asked

/** Everybody plays until it is over or somebody is asked what is to be looked at; what each of them did. */
async function playOut(pages, mode = 'ffa', question = '', sign = '') {
  const done = [];
  for (let since = performance.now(); done.length < 3000 && performance.now() - since < STUCK; ) {
    const before = done.length;
    for (const [seat, page] of pages.entries()) {
      const did = await page.evaluate(answerOnce, [mode, question, sign]);
      if (did === 'over' || did === 'asked') return done;
      if (did !== 'theirs') done.push([seat, did]);
    }
    if (done.length > before) since = performance.now();
    else await pages[0].waitForTimeout(8);
  }
  throw new Error('The game does not end.');
}

const logOf = (page) => page.locator('.log').innerText();

async function sit(made, seats, options = {}) {
  const pages = [];
  for (const seat of seats) {
    const settings = { name: seat === 'B' ? 'Haru' : 'Mika' };
    const page = await visit(browser, { ...STILL, settings, ...options });
    await page.goto(made.link(seat));
    await page.locator('.question-panel').waitFor();
    pages.push(page);
  }
  return pages;
}

/** Nothing of the page has to be scrolled to be seen. */
async function fits(page) {
  const over = await page.evaluate(() => {
    const board = document.querySelector('.ground, .scoring').parentElement;
    const panel = document.querySelector('.question-panel').getBoundingClientRect();
    return [
      document.documentElement.scrollHeight - innerHeight,
      board.scrollHeight - board.clientHeight,
      Math.round(panel.bottom - innerHeight),
    ];
  });
  return over.every((by) => by <= 0) ? 'fits' : `over by ${over}`;
}

test('a free for all of two browsers and two bots: reaction, redirect, elimination', async () => {
  const options = { first_player: 'A', round_limit: 9 };
  const seen = new Set();
  for (let games = 0; games < 3 && seen.size < 3; games++) {
    const players = [MIKA, HARU, ...bots(2)];
    const made = await server.preparedTable(REDIRECTS_AND_FALLS, players, battles(options));
    const pages = await sit(made, ['A', 'B']);
    const done = await playOut(pages);
    for (const page of pages) await page.getByRole('button', { name: 'Play again' }).waitFor();
    const log = await logOf(pages[0]);
    if (done.some(([, move]) => move.startsWith('react '))) seen.add('reaction');
    if (/redirects the Attack/.test(log)) seen.add('redirect');
    if (/is eliminated/.test(log)) seen.add('elimination');
    for (const page of pages) {
      assert.equal(await fits(page), 'fits');
      assert.deepEqual(page.complaints, []);
    }
    const title = (page) => page.locator('#open-question').innerText();
    assert.equal(await title(pages[1]), await title(pages[0]));
    for (const page of pages) await page.context().close();
  }
  assert.deepEqual([...seen].sort(), ['elimination', 'reaction', 'redirect']);
});

test('a whole team match', async () => {
  const players = [MIKA, HARU, ...bots(2)];
  const made = await server.preparedTable(SHORT_TEAM_MATCH, players, battles({ mode: 'team' }));
  const pages = await sit(made, ['A', 'B']);
  await pages[0].getByText('rival').first().waitFor();
  await playOut(pages, 'team');
  await pages[0].getByText(/the other Main God has fallen/).first().waitFor();
  assert.equal(await fits(pages[0]), 'fits');
  await leave(...pages);
});

test('six players fit on one screen, in both themes, and axe finds nothing', async () => {
  const made = await server.preparedTable(3, [MIKA, ...bots(5)], battles({ first_player: 'A' }));
  const [page] = await sit(made, ['A']);
  assert.equal(await fits(page), 'fits');
  assert.deepEqual(await seriousFaults(page), []);
  // Into the second round, and there to a question in a window if one comes.
  await playOut([page], 'ffa', '', '.stack .asked.mine');
  assert.equal(await fits(page), 'fits');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((wished) => (document.documentElement.dataset.theme = wished), theme);
    assert.deepEqual(await seriousFaults(page), []);
  }
  const cut = await page.locator('.others .seat').evaluateAll((seats) =>
    seats.filter((el) => el.scrollHeight > el.clientHeight + 1).map((el) => el.ariaLabel),
  );
  assert.deepEqual(cut, []);
  await leave(page);
});

test('what cannot be done says why, and a card can be read', async () => {
  const made = await server.preparedTable(3, [MIKA, ...bots(1)], battles({ first_player: 'A' }));
  const [page] = await sit(made, ['A']);
  await playOut([page], 'ffa', PLAY);
  // Not now, but it answers.
  await page.locator('.hall [data-choice]').first().click({ force: true });
  const slip = page.locator('.slip');
  await slip.waitFor();
  assert.match(await slip.innerText(), /KB-/);
  await page.locator('.hand [data-choice]').first().hover();
  await page.locator('.reader h3').waitFor();
  // Everybody's discard pile is open.
  await page.getByRole('button', { name: /Cards of B/ }).click();
  await page.getByRole('dialog', { name: /Cards of B/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.context().close();
});

test('reactions switched off are passed by the table', async () => {
  const options = battles({ first_player: 'A', round_limit: 5, react_pause_ms: 150 });
  const made = await server.preparedTable(REDIRECTS_AND_FALLS, [MIKA, ...bots(2)], options);
  const [page] = await sit(made, ['A']);
  await playOut([page], 'ffa', PLAY);
  await page.getByRole('button', { name: 'Reactions' }).click();
  const switches = page.getByRole('dialog', { name: 'When to ask me' });
  await switches.getByRole('checkbox').first().waitFor();
  for (const box of await switches.getByRole('checkbox').all()) {
    if (await box.isChecked()) await box.uncheck();
  }
  await switches.getByRole('button', { name: 'Close' }).click();
  // It says so for a moment only, so the page itself looks out for it.
  await page.evaluate(() => {
    const look = () => (window.told ||= /Switched off: the table passes for you\./.test(document.querySelector('.question-panel')?.textContent));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const done = await playOut([page]);
  assert.ok(await page.evaluate(() => window.told), 'the question panel says that the table passes');
  assert.deepEqual(done.filter(([, move]) => move.startsWith('react ') || move === 'pass'), []);
  assert.match(await logOf(page), /Mika passes/);
  await page.context().close();
});

test('keyboard alone: a whole game, with P to pass and E to go on', async () => {
  const options = battles({ first_player: 'A', round_limit: 3 });
  const made = await server.preparedTable(3, [MIKA, ...bots(1)], options);
  const [page] = await sit(made, ['A']);
  const mine = '.question-panel.mine:not([aria-busy=true])';
  const choice = '.hand [data-choice]:not([aria-disabled=true]), .choice [data-choice]';
  const used = new Set();
  const press = async (key) => {
    used.add(key);
    await page.keyboard.press(key);
  };
  for (let step = 0; step < 600; step++) {
    await page.locator(`${mine} [data-answer], .scoring`).first().waitFor({ state: 'attached' });
    if ((await page.locator('.scoring').count()) > 0) break;
    const state = await page.evaluate(([query, choice]) => {
      const panel = document.querySelector(query);
      const primary = panel?.querySelector('[data-primary]');
      const answers = [...(panel?.querySelectorAll('[data-answer]') ?? [])];
      return {
        primary: primary ? primary.getAttribute('aria-disabled') !== 'true' : null,
        passes: Boolean(panel?.querySelector('[data-key=p]')),
        ends: answers.findIndex((el) => el.dataset.key === 'e') + 1,
        choices: document.querySelectorAll(choice).length,
      };
    }, [mine, choice]);
    if (state.passes) await press('p');
    else if (state.primary === true && state.choices > 0) await press('Enter');
    else if (state.primary === false && state.choices > 0) {
      await page.locator(choice).first().focus();
      await press('Space');
    } else if (state.ends) await press(step % 2 ? 'e' : String(state.ends));
    else await press('1');
  }
  assert.equal(await page.locator('.scoring').count(), 1);
  for (const key of ['Enter', 'Space', 'e']) assert.ok(used.has(key), `${key} was never needed`);
  await page.context().close();
});

test('the arrows reach the cards, F6 walks the regions', async () => {
  const made = await server.preparedTable(3, [MIKA, ...bots(1)], battles({ first_player: 'A' }));
  const [page] = await sit(made, ['A']);
  await playOut([page], 'ffa', PLAY);
  await page.locator('body').click({ position: { x: 640, y: 460 } });
  await walkRegions(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowDown');
  const reached = page.locator('[data-choice]:focus, [data-answer]:focus');
  assert.equal(await reached.count(), 1);
  await page.context().close();
});

test('a phone: nothing is wider than the screen, and a whole game by taps', async () => {
  const options = battles({ first_player: 'A', round_limit: 3 });
  const made = await server.preparedTable(3, [MIKA, ...bots(2)], options);
  const [page] = await sit(made, ['A'], TOUCH);
  await playOut([page], 'ffa', PLAY);
  assert.equal(await widthOf(page), PHONE.width);
  assert.equal(await fits(page), 'fits');
  await roomForFingers(
    page,
    '.question-panel [data-answer]:visible, .hand [data-choice]:visible, ' +
      '.tabs button:visible, .tiles button:visible',
  );
  assert.deepEqual(await seriousFaults(page), []);
  for (const tab of ['Hall', 'My god', 'Players', 'Turn']) {
    await page.getByRole('button', { name: tab, exact: true }).tap();
    assert.equal(await widthOf(page), PHONE.width);
  }
  await playOut([page]);
  assert.equal(await widthOf(page), PHONE.width);
  await leave(page);
});

/** What the page of a seat says of its turn and its Faith. */
const faithOf = async (page) => Number.parseInt(await page.locator('.who .faith').innerText(), 10);

test('all Disciples by one click bring the Faith the button promised', async () => {
  const made = await server.preparedTable(3, [MIKA, ...bots(1)], battles({ first_player: 'A' }));
  const [page] = await sit(made, ['A']);
  await playOut([page], 'ffa', PLAY);
  const all = page.getByRole('button', { name: /All Disciples/ });
  const promised = Number(/(\d+) Faith/.exec(await all.innerText())[1]);
  assert.ok(promised > 1);
  await page.keyboard.press('d');
  await all.waitFor({ state: 'detached' });
  await page.locator('.faith', { hasText: `${promised} Faith` }).first().waitFor();
  assert.equal(await faithOf(page), promised);
  // The log folds them into one line, and nothing has ended the phase.
  assert.equal(await page.locator('.log').getByText('Mika plays').count(), 1);
  await page.getByText(PLAY).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** The server names a price for going on; which moves have one is tested with the rules. */
async function withPrice(page) {
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((text) => {
      const frame = JSON.parse(String(text));
      const label = frame.t === 'state' && frame.view.labels?.end;
      if (label) label.warning = { en: '{B} reaches 25 Energy and wins.', ja: '{B}の勝ちになります。' };
      socket.send(JSON.stringify(frame));
    });
  });
}

test('a move with a price says so and is asked for twice', async () => {
  const made = await server.preparedTable(3, [MIKA, ...bots(1)], battles({ first_player: 'A' }));
  const page = await visit(browser, STILL);
  await withPrice(page);
  await page.goto(made.link('A'));
  await playOut([page], 'ffa', PLAY);
  const hasText = 'Bot reaches 25 Energy and wins.';
  const go = page.locator('.question-panel [data-move=end]', { hasText });
  await go.click();
  const second = page.getByText('At this price?');
  await second.waitFor();
  assert.equal(await fits(page), 'fits');
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.keyboard.press('e');
  await second.waitFor();
  await page.keyboard.press('Escape');
  await second.waitFor({ state: 'detached' });
  await go.click();
  await page.locator('.question-panel [data-primary]').click();
  await page.getByText('Recruit a card, or end?').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('every target of six players is on the screen', async () => {
  const made = await server.preparedTable(3, [MIKA, ...bots(5)], battles({ first_player: 'A' }));
  const [page] = await sit(made, ['A']);
  await playOut([page], 'ffa', 'Choose a target.');
  assert.equal(await fits(page), 'fits');
  const cut = await page.locator('.question-panel [data-answer]').evaluateAll((all) => {
    const box = all[0].parentElement.getBoundingClientRect();
    return all.filter((el) => el.getBoundingClientRect().bottom > box.bottom + 1).length;
  });
  assert.equal(cut, 0);
  await page.context().close();
});

test('two on one device: reactions jump between them, and nobody sees the other hand', async () => {
  const page = await visit(browser, { ...STILL, viewport: DESKTOP });
  await page.goto(server.url);
  await page.getByRole('button', { name: /Kamigami Battles/ }).first().click();
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await page.getByRole('combobox', { name: 'Seat B' }).selectOption('here');
  await page.getByRole('textbox', { name: 'Name of seat B' }).fill('Haru');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  const cover = page.getByRole('heading', { name: /Hand the device to/ });
  /** All at one moment: whose side is shown, and whether it answers in the turn of the other. */
  const shown = () =>
    page.evaluate(() => {
      const find = (query) => document.querySelector(query);
      return {
        over: find('.scoring') !== null,
        covered: find('.cover') !== null,
        drawn: document.querySelectorAll('.question-panel, .log, .hand, [data-card-key]').length,
        whose: find('.mine .who')?.innerText[0],
        mayAnswer: find('.question-panel.mine [data-answer]') !== null && find('.hand') !== null,
        reacts: find('.stack .asked.mine') && !/Your turn/.test(find('.turn .who').innerText),
      };
    });
  const reacted = new Set();
  const switched = new Set();
  for (let step = 0; step < 1500 && reacted.size < 2; step++) {
    await page.locator('.cover, .question-panel.mine:not([aria-busy=true]) [data-answer], .scoring').first().waitFor();
    const now = await shown();
    if (now.over) break;
    if (now.covered) {
      assert.equal(now.drawn, 0);
      await cover.waitFor();
      await page.getByRole('button', { name: /show my side/ }).click();
      continue;
    }
    if (now.mayAnswer && !switched.has(now.whose)) {
      await page.getByRole('button', { name: 'Reactions' }).click();
      const always = page.getByRole('checkbox', { name: /Ask me for everything/ });
      assert.equal(await always.isChecked(), false, 'switches of one are not the other’s');
      await always.check();
      await page.getByRole('button', { name: 'Close' }).click();
      switched.add(now.whose);
    }
    if (now.reacts) reacted.add(now.whose);
    await page.evaluate(answerOnce, ['ffa']);
  }
  assert.equal(switched.size, 2);
  assert.ok(reacted.size > 0, 'somebody is asked in the turn of the other');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a replay in the middle of a game, seen by another seat', async () => {
  const options = { first_player: 'A', round_limit: 3 };
  const players = [MIKA, ...bots(3)];
  const made = await server.preparedTable(REDIRECTS_AND_FALLS, players, battles(options));
  const [page] = await sit(made, ['A']);
  await playOut([page]);
  await page.goto(`${server.url}/r/${made.table}`);
  const slider = page.locator('.transport input[type=range]');
  await slider.waitFor();
  const goTo = async (step) => {
    await slider.evaluate((el, value) => {
      el.value = value;
      el.dispatchEvent(new Event('input', { bubbles: true }));
    }, String(step));
    await page.getByText(`move ${step} of`).waitFor();
  };
  const middle = Math.round(Number(await slider.getAttribute('max')) / 2);
  await goTo(middle);
  assert.equal(await page.locator('.hand').count(), 0, 'a spectator sees no hand');
  await page.getByRole('combobox', { name: 'Seen by' }).selectOption('C');
  await page.locator('.mine .who', { hasText: 'C ' }).waitFor();
  await page.getByText(`move ${middle} of`).waitFor(); // still there
  // Who has just played everything draws at the end of the turn.
  const hand = page.locator('.hand [data-choice]');
  for (let step = middle; (await hand.count()) === 0; step++) await goTo(step);
  assert.equal(await page.locator('.question-panel [data-answer], .offered').count(), 0);
  assert.equal(await fits(page), 'fits');
  assert.deepEqual(await seriousFaults(page), []);
  // Before the first turn: the two gods C was dealt.
  await goTo(1);
  await page.locator('.choice .own').nth(1).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the lobby offers the options of this game and begins it', async () => {
  const page = await visit(browser, { ...STILL, viewport: DESKTOP });
  await page.goto(server.url);
  await page.getByRole('button', { name: /Kamigami Battles/ }).first().click();
  await page.getByText('Team Match').first().waitFor();
  await page.getByRole('button', { name: 'Begin against bots' }).click();
  await page.locator('.choice [data-choice]').first().waitFor();
  await leave(page);
});
