import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  atRest, bots, browser, DESKTOP, MIKA, myTurn, playOut, seriousFaults, server, setUp, sitDown, TOUCH,
  visit,
} from './harness.mjs'; // prettier-ignore

let running;
let over;
setUp([], async () => {
  running = await server.table([MIKA, ...bots(3)]);
  over = await server.table([MIKA, ...bots(1)]);
  const page = await sitDown(over);
  await playOut([page]);
  await page.context().close();
});

const SCREENS = {
  lobby: [() => '/', '.set'],
  table: [() => new URL(running.link('A')).pathname + new URL(running.link('A')).hash, '.question-panel.mine'],
  'watched table': [() => `/t/${running.table}#${running.spectator}`, '.question-panel'],
  result: [() => new URL(over.link('A')).pathname + new URL(over.link('A')).hash, '.question-panel.over, .scoring'],
  replay: [() => `/r/${over.table}`, '.transport'],
  editor: [() => '/edit/shintoh?puzzle=3', '.check svg'],
  'how to play': [() => '/rules/kodama', '[data-picture=goal] use'],
  rules: [() => '/rules/shintoh/OF-DED-03', 'article.on'],
  study: [() => '/rules/shintoh?study=1', '.roles'],
  'no such table': [() => '/t/nowhere#nothing', 'h1'],
  'no such game': [() => '/rules/nothing', 'h1'],
};

const LOOKS = {
  light: {},
  dark: { settings: { theme: 'dark' } },
  Japanese: { settings: { lang: 'ja' } },
  phone: TOUCH,
  'large text': { settings: { text: 'larger' } },
};

for (const [look, options] of Object.entries(LOOKS)) {
  describe(`axe-core finds nothing serious, ${look}`, () => {
    for (const [name, [path, ready]] of Object.entries(SCREENS)) {
      test(name, async () => {
        const page = await visit(browser, { ...options, reducedMotion: 'reduce' });
        await page.goto(server.url + path());
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(300);
        assert.deepEqual(await seriousFaults(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        await page.context().close();
      });
    }
  });
}

test('axe-core finds nothing serious in the menu, the chat and the rules of a table', async () => {
  const page = await visit(browser);
  await page.goto(running.link('A'));
  await myTurn(page);
  await page.getByRole('tab', { name: 'Chat' }).click();
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('[data-picture=goal] use').first().waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole('button', { name: 'Menu' }).click();
  assert.deepEqual(await seriousFaults(page), []);
  await page.context().close();
});

/** Runs in the page: how far the table reaches beyond what is seen, and which answers are cut. */
function hiddenParts() {
  const board = document.querySelector('.board');
  const { bottom } = board.getBoundingClientRect();
  const cut = [...document.querySelectorAll('.question-panel [data-answer]')]
    .filter((el) => el.checkVisibility() && el.getBoundingClientRect().bottom > bottom + 0.5)
    .map((el) => el.innerText);
  return [
    document.documentElement.scrollHeight - innerHeight,
    board.scrollHeight - board.clientHeight,
    board.scrollWidth - board.clientWidth,
    ...cut,
  ];
}

/** Somebody who holds these treasures and may use them all now. */
async function withTreasures(page, treasures) {
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.t === 'state' && message.view.question === 'TURN' && message.view.moves.length > 0) {
        const { players, private: own } = message.view;
        const has = (god) => players.A.gods.includes(god) || own.face_down_god === god;
        players.A.gods.push(...treasures.filter((god) => !has(god)));
        message.view.moves.push(...treasures.filter((move) => !message.view.moves.includes(move)));
        for (const move of treasures) {
          const label = { en: `Use the ${move}`, ja: '神器を使う' };
          message.view.labels[move] ??= { label, effect: label };
        }
      }
      socket.send(JSON.stringify(message));
    });
  });
}

for (const treasures of [[], ['jewel', 'mirror'], ['jewel', 'mirror', 'sword']]) {
  for (const lang of ['en', 'ja']) {
    test(`the table fits 1280 x 720 with ${treasures.length} treasures, ${lang}`, async () => {
      const settings = { first_dealer: 'A' };
      const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(3)], { settings });
      const page = await visit(browser, { viewport: DESKTOP, settings: { lang } });
      await withTreasures(page, treasures);
      await page.goto(made.link('A'));
      for (let turn = 0; turn < 9; turn++) {
        if (!(await myTurn(page))) break;
        await atRest(page); // what flies may reach beyond
        assert.deepEqual(await page.evaluate(hiddenParts), [0, 0, 0]);
        // Some questions want a card before they take an answer.
        const ready = page.locator('.question-panel [data-answer]:not([aria-disabled=true])');
        if ((await ready.count()) === 0) {
          await page.locator('[data-choice]:not([aria-disabled=true])').first().click();
        }
        await ready.nth(turn % Math.max(1, Math.min(2, await ready.count()))).click();
      }
      await page.context().close();
    });
  }
}

/** Runs in the page: what reaches over its right edge. */
function tooWide() {
  const board = document.querySelector('.board');
  const cut = [...document.querySelectorAll('header button, header a, .question-panel [data-answer], .begin')]
    .filter((el) => el.checkVisibility() && el.getBoundingClientRect().right > innerWidth + 0.5)
    .map((el) => el.outerHTML.slice(0, 80));
  const over = document.documentElement.scrollWidth - innerWidth;
  return [Math.max(0, over), board ? board.scrollWidth - board.clientWidth : 0, ...cut];
}

const HAND = { hasTouch: true, isMobile: true };
const SIZES = [
  { viewport: { width: 844, height: 390 }, ...HAND },
  { viewport: { width: 320, height: 640 }, ...HAND },
  { viewport: { width: 1920, height: 1080 }, grows: true },
  { viewport: { width: 2560, height: 1440 }, grows: true },
];
for (const { grows = false, ...options } of SIZES) {
  const { width, height } = options.viewport;
  test(`everything has its place at ${width} x ${height}`, async () => {
    const page = await visit(browser, { ...options, reducedMotion: 'reduce' });
    for (const name of ['lobby', 'replay', 'how to play', 'rules', 'result']) {
      const [path, ready] = SCREENS[name];
      await page.goto(server.url + path());
      await page.locator(ready).first().waitFor();
      assert.deepEqual(await page.evaluate(tooWide), [0, 0], name);
    }
    for (const game of ['shintoh', 'kamisama', 'kodama', 'battles']) {
      const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(2)], { game });
      await page.goto(made.link('A'));
      await page.locator('.question-panel.mine').waitFor();
      // The question is in sight, whatever is above it.
      await page.waitForFunction(() => {
        const { top, bottom } = document.querySelector('#open-question').getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      assert.deepEqual(await page.evaluate(tooWide), [0, 0], game);
      if (grows) {
        assert.deepEqual((await page.evaluate(hiddenParts)).slice(0, 3), [0, 0, 0], game);
        const size = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
        assert.ok(size > 16, `${size} pixels are small on a screen like this`);
      }
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('on a phone many gods hide neither a hand nor a neighbour', async () => {
  const gods = ['amaterasu', 'tsukuyomi', 'susanoo', 'ninigi', 'jewel', 'mirror', 'sword'];
  const page = await visit(browser, TOUCH);
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.t === 'state') message.view.players.B.gods = gods;
      socket.send(JSON.stringify(message));
    });
  });
  await page.goto(running.link('A'));
  await myTurn(page);
  const seat = page.locator('.others .seat').first();
  const [panel, hand] = [await seat.boundingBox(), await seat.locator('.hand').boundingBox()];
  for (const god of await seat.locator('.gods .medallion').all()) {
    const box = await god.boundingBox();
    assert.ok(box.x + box.width <= panel.x + panel.width, 'inside its panel');
    const beside = box.x + box.width <= hand.x || box.y + box.height <= hand.y + 1;
    assert.ok(beside, 'not on the count of the hand');
  }
  await page.context().close();
});

test('Japanese: the page, its parts and a turn', async () => {
  const page = await visit(browser, { settings: { lang: 'ja', name: 'ミカ' } });
  await page.goto(server.url);
  await page.getByRole('heading', { name: '席につく' }).waitFor();
  await page.getByRole('button', { name: 'ボットと始める' }).click();
  await myTurn(page);
  assert.equal(await page.locator('html').getAttribute('lang'), 'ja');
  // Outside of names no English word is left.
  const latin = await page.evaluate(() => document.body.innerText.match(/[A-Za-z]{3,}/g) ?? []);
  const names = ['Kamiza', 'Sora', 'Haru', 'Take', 'Yuki', 'Ren', 'Nagi'];
  assert.deepEqual(latin.filter((word) => !names.includes(word)), []);
  await page.locator('.question-panel [data-answer]').nth(1).click();
  await page.locator('.log').getByText('パス').first().waitFor();
  await page.getByRole('button', { name: /^A\/あ/ }).click();
  await page.getByRole('tab', { name: 'Log' }).waitFor();
  await page.context().close();
});

test('settings are kept, and reach the page at once', async () => {
  const page = await visit(browser);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await page.getByRole('radio', { name: 'Off', exact: true }).last().check({ force: true });
  await page.getByRole('radio', { name: 'Larger' }).check({ force: true });
  const looks = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  const dark = { theme: 'dark', motion: 'off', text: 'larger' };
  assert.deepEqual(await looks(), dark);
  await page.reload();
  await page.locator('.set').waitFor();
  assert.deepEqual(await looks(), dark);
  await page.context().close();
});

test('nothing is fetched from elsewhere, and the script stays small', async () => {
  const page = await visit(browser);
  const hosts = new Set();
  const scripts = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    hosts.add(url.host);
    const isGame = /\/(Layout|symbols)-/.test(url.pathname); // the module of the game, and what it draws
    if (url.pathname.endsWith('.js') && !isGame) {
      scripts.push(response.allHeaders().then((headers) => Number(headers['content-length'] ?? 0), () => 0));
    }
  });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Begin against bots' }).click();
  await myTurn(page);
  assert.deepEqual([...hosts], [new URL(server.url).host]);
  const script = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(script > 10_000 && script <= 150_000, `${script} bytes of compressed script`);
  await page.context().close();
});
