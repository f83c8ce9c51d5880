/**
 * Pictures for README and docs: `make screens`, or some of them by name:
 * `node tests/browser/pictures.mjs moment_kodama drag_battles`. The cards are those of the rehearsal.
 */

import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { bots, ended, HARU, letItPlay, MIKA, myTurn, openBrowser, PHONE, Server, STILL, visit } from './harness.mjs'; // prettier-ignore
import { openSite, visitOnce } from './device_kit.mjs';
import { remembering } from './history_kit.mjs';
import { positions } from './recorded.mjs';

const SCREENS = fileURLToPath(new URL('../../../docs/screens', import.meta.url));
const PHONE_LOOK = { viewport: PHONE, hasTouch: true, isMobile: true };
const server = await Server.start();
const browser = await openBrowser();

async function table(game, { seats = 3, settings = {}, look = {}, page: kept = {} } = {}) {
  const made = await server.table([MIKA, ...bots(seats - 1)], { game, settings });
  const page = await visit(browser, { ...look, settings: kept });
  await page.goto(made.link('A'));
  await page.locator('.question-panel').waitFor();
  return page;
}
async function lesson(game, id, look = {}) {
  const page = await visit(browser, look);
  await page.goto(`${server.url}/rules/${game}`);
  await page.locator(`[data-lesson=${id}]`).click();
  await page.locator('.guide h2').waitFor();
  return page;
}
/** One sensible answer, if I am asked; runs in the page. */
function answerOnce() {
  if (document.querySelector('.scoring')) return 'over';
  const panel = document.querySelector('.question-panel.mine:not([aria-busy=true])');
  if (document.querySelector('[data-moment]')) return 'moment';
  if (document.querySelector('[data-caption]')) return 'shown';
  if (!panel) return 'theirs';
  const free = (el) => el && el.getAttribute('aria-disabled') !== 'true' && el.offsetParent !== null;
  const primary = [...panel.querySelectorAll('[data-primary]')].find(free);
  const offered = [...document.querySelectorAll('.board .offered[data-choice], .choice [data-choice]')].filter(free);
  const target = panel.querySelector('[data-move^="target god:"]');
  (target ?? primary ?? offered.at(-1) ?? [...panel.querySelectorAll('[data-answer]')].findLast(free))?.click();
  return 'mine';
}
/** Play on until this is so. */
async function until(page, isSo, most = 6000) {
  for (let tries = 0; tries < most; tries++) {
    const now = await page.evaluate(answerOnce);
    if (await isSo(now)) return;
    if (now === 'shown' || now === 'moment') await page.keyboard.press('Space');
    else await page.waitForTimeout(12);
  }
  throw new Error('It does not come to that.');
}
const settled = (page) => page.waitForTimeout(900);
const STEP = { page: { playback: 'step' } };

/** A puzzle in the position editor, one seat's fields in front; or with something that cannot be. */
async function editor(game, seat, look = {}, isWrong = false) {
  const page = await visit(browser, look);
  await page.goto(`${server.url}/edit/${game}?puzzle=3`);
  await page.locator('.stage [data-region]').first().waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: seat, exact: true }).click();
  if (isWrong) {
    await page.locator('[data-field="B.gods"] .add').selectOption('orochi');
    await page.locator('.check.bad').waitFor();
  }
  return page;
}
/** The sheet of calls, with three tables and every row unfolded that can be. */
async function calls(look = {}) {
  const page = await visit(browser, look);
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  for (const game of ['kamisama', 'battles', 'kodama']) {
    const made = await server.table([MIKA, HARU], { game });
    await page.goto(made.link('A'));
    await page.locator('.question-panel').first().waitFor();
  }
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Call me when it is my turn' }).click();
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await settled(page);
  return page;
}

const PICTURES = {
  editor: () => editor('kamisama', 'A'),
  editor_check: () => editor('shintoh', 'B', {}, true),
  editor_phone: () => editor('kodama', 'A', { ...PHONE_LOOK, settings: { lang: 'ja', theme: 'dark' } }),
  calls: () => calls(),
  calls_phone: () => calls(PHONE_LOOK),
  async lobby() {
    const page = await visit(browser);
    await page.goto(server.url);
    await page.locator('.set').waitFor();
    return page;
  },
  async offline() {
    const site = await openSite();
    const page = await visitOnce(browser, site.url);
    await site.stop();
    await page.reload();
    await page.getByText('ready', { exact: true }).waitFor({ timeout: 90_000 });
    return page;
  },
  async carry() {
    const page = await visitOnce(browser, server.url);
    await page.getByText('This device', { exact: true }).click();
    await page.getByRole('button', { name: 'Begin on this device' }).click();
    await myTurn(page, 90_000);
    await page.getByRole('button', { name: 'Menu' }).click();
    return page;
  },
  async lesson_battles() {
    const page = await lesson('battles', 'attack');
    await page.keyboard.press('PageDown');
    return page;
  },
  async lesson_phone() {
    const page = await lesson('shintoh', 'first_god', PHONE_LOOK);
    await page.locator('.guide [data-lesson=on]').tap();
    return page;
  },
  async quiz() {
    const page = await visit(browser);
    await page.goto(`${server.url}/learn/shintoh/role_quiz`);
    const quiz = await (await fetch(`${server.url}/api/games/shintoh/lessons/role_quiz`)).json();
    for (const { text } of quiz.questions[0].choices.filter(({ right }) => right)) {
      await page.getByRole('button', { name: text.en, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Answer' }).click();
    return page;
  },
  async waiting_room() {
    const page = await visit(browser);
    await page.goto(server.url);
    await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
    await page.getByRole('combobox', { name: 'Seat B' }).selectOption('link');
    await page.getByRole('combobox', { name: 'Clock' }).selectOption('move60');
    await page.getByRole('button', { name: 'Set the table, get the links' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    return page;
  },
  async playback_kamisama() {
    const page = await table('kamisama', { seats: 4, ...STEP });
    await until(page, async () => /adds a shrine|shrine on|adds/.test(await page.locator('[data-caption]').allInnerTexts().then(String)));
    return page;
  },
  async moment_shintoh() {
    const page = await table('shintoh', { seats: 4, ...STEP });
    let seen = 0;
    await until(page, (now) => now === 'moment' && ++seen > 4);
    return page;
  },
  async moment_kodama() {
    const page = await table('kodama', STEP);
    let seen = 0;
    await until(page, async () => (await page.locator('[data-moment]').count()) > 0 && (await page.locator('.things .pointed').count()) > 1 && ++seen > 1);
    return page;
  },
  async since() {
    const page = await table('battles', { seats: 4, settings: { react_pause_ms: 0, first_player: 'A' }, ...STEP });
    let rounds = 0;
    await until(page, async (now) => {
      if (now === 'shown') rounds += 1;
      return rounds > 60 && now === 'mine';
    });
    await page.locator('[data-watch=since]').click();
    return page;
  },
  async puzzle() {
    const page = await visit(browser, STILL);
    await page.goto(`${server.url}/puzzles/kamisama/2`);
    await page.locator('.question-panel.mine').waitFor();
    await page.locator('[data-puzzle=show]').click();
    await page.locator('.puzzle .plans li').first().waitFor();
    return page;
  },
  async my_games() {
    const page = await visit(browser);
    await remembering(page);
    await page.goto(`${server.url}/me`);
    await page.locator('.tiles').waitFor();
    return page;
  },
  async club() {
    const page = await visit(browser, STILL);
    await page.goto(`${server.url}/c/new`);
    await page.locator('#club-name').fill('Four Lanterns');
    await page.locator('#club-me').press('Enter');
    await page.locator('#club-wall').waitFor();
    const [club] = await page.evaluate(() => JSON.parse(localStorage.getItem('kamiza.clubs')));
    const guests = [];
    for (const name of ['Haru', 'Yuki', 'Sora']) {
      const guest = await visit(browser, { ...STILL, settings: { name } });
      await guest.goto(`${server.url}/c/${club.club}#${club.invite}`);
      await guest.getByRole('button', { name: 'Join' }).click();
      await guest.locator('#club-wall').waitFor();
      guests.push(guest);
    }
    const home = page.url();
    for (const game of ['shintoh', 'kodama', 'kamisama']) {
      const free = guests.map(() => ({ kind: 'person', name: '' }));
      const made = await server.table([MIKA, ...free], { game, club: club.club }, club.token);
      for (const guest of guests) {
        await guest.goto(home);
        await guest.getByRole('button', { name: 'Sit down' }).click();
        await guest.waitForURL(`**/t/${made.table}**`);
      }
      await page.goto(made.link('A'));
      for (const player of [page, ...guests]) await letItPlay(player);
      await ended(made, server);
    }
    for (const guest of guests) await guest.context().close();
    await page.goto(home);
    await page.locator('.frame img').nth(3).waitFor();
    return page;
  },
  async hint() {
    const page = await table('kodama', { seats: 2 });
    await myTurn(page);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.locator('.hint-panel li').first().waitFor({ timeout: 60_000 });
    return page;
  },
  async coach() {
    const made = await server.table([MIKA, ...bots(2)], { game: 'kamisama' });
    const player = await visit(browser, STILL);
    await player.goto(made.link('A'));
    await letItPlay(player);
    await ended(made, server);
    await player.context().close();
    const page = await visit(browser);
    await page.goto(`${server.url}/r/${made.table}`);
    await page.getByRole('button', { name: 'Look at this game with the coach' }).click();
    await page.locator('.coach-bar select').selectOption('A');
    await page.locator('.luck table').waitFor({ state: 'attached', timeout: 120_000 });
    await page.locator('.moments li button').first().click();
    return page;
  },
  async inspect() {
    const page = await table('kamisama', { seats: 4 });
    let turns = 0;
    await until(page, (now) => now === 'mine' && ++turns > 14);
    await page.locator('.players-part [data-about^="kami:"]').first().click();
    return page;
  },
  async glossary() {
    const page = await visit(browser);
    await page.goto(`${server.url}/rules/kamisama?show=words`);
    await page.locator('[data-term="term:favor"]').waitFor();
    return page;
  },
  async drag_battles() {
    const page = await lesson('battles', 'the_chain');
    await page.keyboard.press('PageDown');
    return page;
  },
  async kodama_trying() {
    const made = await server.table([MIKA, HARU], { game: 'kodama', settings: { first_player: 'B' } });
    const haru = await visit(browser);
    await haru.goto(made.link('B'));
    await myTurn(haru);
    const page = await visit(browser);
    await page.goto(made.link('A'));
    await page.locator('.display [data-drag]').nth(2).click();
    return page;
  },
  async kodama_table() {
    const page = await table('kodama', { seats: 4 });
    let turns = 0;
    await until(page, (now) => now === 'mine' && ++turns > 13);
    await myTurn(page);
    await page.locator('.display [data-drag]').first().click();
    return page;
  },
  async kodama_end() {
    const page = await table('kodama', { seats: 3 });
    await until(page, (now) => now === 'over');
    return page;
  },
  async battles_light() {
    const page = await table('battles', { seats: 4, settings: { react_pause_ms: 0, first_player: 'A' } });
    let turns = 0;
    await until(page, (now) => now === 'mine' && ++turns > 12);
    await myTurn(page);
    return page;
  },
  async battles_end() {
    const [all] = await positions(['battles:4'], 1, '3');
    const told = all.find(({ question }) => question === 'over');
    told.welcome.players.forEach((player, at) => (player.name = ['Mika', 'Haru', 'Sora', 'Yuki'][at]));
    const page = await visit(browser);
    await page.routeWebSocket(/\/ws\//, (socket) =>
      socket.onMessage((text) => {
        if (JSON.parse(String(text)).t !== 'hello') return;
        for (const answer of [told.welcome, told.state]) socket.send(JSON.stringify(answer));
      }),
    );
    await page.goto(`${server.url}/t/measured#measured`);
    await page.locator('.scoring').waitFor();
    return page;
  },
  async table_light() {
    const page = await table('shintoh', { seats: 4 });
    let turns = 0;
    await until(page, (now) => now === 'mine' && ++turns > 9);
    await myTurn(page);
    return page;
  },
};

/** Where a picture is of something in the air, it is taken before that lands. */
const IN_THE_AIR = {
  async drag_battles(page) {
    const card = page.locator('.hand [data-drag^="hand:"].offered').last();
    const god = page.locator('.others [data-object="god:B"]');
    const [from, to] = [await card.boundingBox(), await god.boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 150, to.y + 60, { steps: 8 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
  },
};

try {
  const wanted = process.argv.slice(2);
  for (const [name, make] of Object.entries(PICTURES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await make().catch((error) => console.error(`${name}: ${error.message.split('\n')[0]}`));
    if (!page) continue;
    await settled(page);
    await IN_THE_AIR[name]?.(page);
    await page.screenshot({ path: join(SCREENS, `${name}.png`) });
    console.log(name, page.complaints.join(' '));
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.stop();
}
