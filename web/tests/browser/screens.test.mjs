import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  bots, DESKTOP, myTurn, openBrowser, PHONE, playOut, seriousFaults, Server, visit,
} from './harness.mjs'; // prettier-ignore

let server;
let browser;
let running;
let over;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
  const people = [{ kind: 'person', name: 'Mika' }];
  running = await server.table([...people, ...bots(3)]);
  over = await server.table([...people, ...bots(1)]);
  const page = await visit(browser);
  await page.goto(over.link(0));
  await playOut([page]);
  await page.context().close();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const SCREENS = {
  lobby: [() => '/', '.set'],
  table: [() => new URL(running.link(0)).pathname + new URL(running.link(0)).hash, '.lectern.mine'],
  'watched table': [() => `/t/${running.table}#${running.spectator}`, '.lectern'],
  result: [() => new URL(over.link(0)).pathname + new URL(over.link(0)).hash, '.lectern.over, .scoring'],
  replay: [() => `/r/${over.table}`, '.transport'],
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
  phone: { viewport: PHONE, hasTouch: true, isMobile: true },
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
  await page.goto(running.link(0));
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

test('the table fits 1280 x 720 without scrolling', async () => {
  const made = await server.table([{ kind: 'person', name: 'Mika' }, ...bots(3)]);
  const page = await visit(browser, { viewport: DESKTOP });
  await page.goto(made.link(0));
  for (let turn = 0; turn < 12; turn++) {
    if (!(await myTurn(page))) break;
    const hidden = await page.evaluate(() => {
      const board = document.querySelector('.board');
      return [
        document.documentElement.scrollHeight - innerHeight,
        board.scrollHeight - board.clientHeight,
        board.scrollWidth - board.clientWidth,
      ];
    });
    // Two or three treasures at once take a second row of answers, which may scroll.
    const treasures = await page.getByRole('button', { name: /^Use the/ }).count();
    // Without the fonts of the look every line is a little taller: less than one line in all.
    if (treasures < 2) assert.ok(hidden.every((pixels) => pixels <= 16), `hidden: ${hidden}`);
    await page.locator('.lectern [data-answer]').nth(turn % 2).click();
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
  await page.locator('.lectern [data-answer]').nth(1).click();
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
  let script = 0;
  page.on('response', async (response) => {
    const url = new URL(response.url());
    hosts.add(url.host);
    const isGame = /\/(Board|GodCard)-/.test(url.pathname);
    if (url.pathname.endsWith('.js') && !isGame) {
      script += Number((await response.allHeaders())['content-length'] ?? 0);
    }
  });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Begin against bots' }).click();
  await myTurn(page);
  assert.deepEqual([...hosts], [new URL(server.url).host]);
  assert.ok(script > 10_000 && script <= 150_000, `${script} bytes of compressed script`);
  await page.context().close();
});
