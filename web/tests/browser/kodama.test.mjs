import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import WebSocket from 'ws';
import {
  bots, browser, DESKTOP, HARU, isOver, leave, MIKA, myTurn, PHONE, roomForFingers,
  seriousFaults, server, setUp, sitDown, STILL, TOUCH, widthOf,
} from './harness.mjs'; // prettier-ignore

setUp();

const kodama = (others, settings = {}) =>
  server.table([MIKA, ...bots(others)], { game: 'kodama', settings });

const panel = (page) => page.locator('.question-panel.mine');
const primary = (page) => page.locator('.question-panel [data-primary]');
const ghost = (page) => page.locator('.ghost');
const answer = (page, number) => page.locator('.question-panel [data-answer]').nth(number);
const judges = (page) => page.locator('.question-panel .one').count().then((count) => count > 0);

/** The answer has gone out and what came of it is on the screen. */
async function settled(page, act) {
  const before = await page.evaluate(() => document.querySelectorAll('.log [id^="log-"]').length);
  await act();
  await page.waitForFunction(
    (count) =>
      document.querySelector('.scoring') ||
      (!document.querySelector('.question-panel[aria-busy=true]') &&
        (!document.querySelector('.log') || document.querySelectorAll('.log [id^="log-"]').length > count)),
    before,
  );
}

async function judge(page) {
  await answer(page, 0).click();
  await settled(page, () => primary(page).click());
}

const THINGS =
  '.question-panel [data-answer]:visible, .display [data-choice]:visible, .tool:visible, .tree:visible';
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** Where on the screen the best place of a card will have its foot while it is carried. */
async function bestPlace(page, slot) {
  await answer(page, slot).click();
  const [x, y] = (await ghost(page).getAttribute('data-foot')).split(',').map(Number);
  await page.getByRole('button', { name: 'Put it back' }).click();
  await ghost(page).waitFor({ state: 'detached' });
  const mat = page.locator('section.mat');
  const [left, top, scale] = (await mat.getAttribute('data-camera')).split(',').map(Number);
  const box = await mat.boundingBox();
  return [box.x + 1 + (x - left) * scale, box.y + 1 + (top - y) * scale];
}

async function dragCard(page, slot, [x, y]) {
  const card = page.locator('.display [data-choice]').nth(slot);
  await page.mouse.move(...middle(await card.boundingBox()));
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 40, { steps: 4 });
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  await ghost(page).waitFor();
}

test('a whole game with a real mouse: every card is dragged onto the tree', async () => {
  const made = await kodama(2);
  const page = await sitDown(made, STILL);
  let dragged = 0;
  for (let turn = 0; await myTurn(page); turn++) {
    if (await judges(page)) {
      await judge(page);
      continue;
    }
    const slot = turn % 3;
    await dragCard(page, slot, await bestPlace(page, slot));
    if ((await ghost(page).getAttribute('data-legal')) === 'true') dragged += 1;
    else await answer(page, 1).click(); // "Show places"
    await ghost(page).and(page.locator('[data-legal=true]')).waitFor();
    await settled(page, () => primary(page).click());
  }
  assert.ok(dragged >= 10, `${dragged} of 12 cards lay where the pointer let them go`);
  assert.equal(await isOver(page), true);
  assert.match(await page.locator('.scoring .hero').innerText(), /(wins|share the victory) with/);

  // The picture of a tree stands alone.
  const saving = page.waitForEvent('download');
  await page.locator('[data-save=svg]').first().click();
  const svg = await readFile(await (await saving).path(), 'utf8');
  const used = [...svg.matchAll(/href="#([\w-]+)"|url\(#([\w-]+)\)/g)].map((use) => use[1] ?? use[2]);
  for (const id of new Set(used)) assert.ok(svg.includes(`id="${id}"`), `${id} is missing`);
  assert.ok(used.length > 26, 'a trunk, twelve branches and their icons');
  const png = page.waitForEvent('download');
  await page.locator('[data-save=png]').first().click();
  const bytes = await readFile(await (await png).path());
  assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.equal(Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)), 2000);
  assert.ok(bytes.length > 50_000, 'it is not an empty picture');

  assert.deepEqual(await seriousFaults(page), []);
  await leave(page);
});

test('a whole game by keyboard alone', async () => {
  const made = await kodama(2);
  const page = await sitDown(made, STILL);
  for (let turn = 0; await myTurn(page); turn++) {
    if (await judges(page)) {
      await page.keyboard.press('1');
      await settled(page, () => page.keyboard.press('Enter'));
      continue;
    }
    await page.keyboard.press(String(1 + (turn % 3)));
    await ghost(page).waitFor();
    for (let step = 0; step < turn % 4; step++) await page.keyboard.press('n');
    if (turn === 1) {
      // Turned there and back, and nudged there and back, it lies as before.
      const before = await ghost(page).getAttribute('style');
      for (const key of ['q', 'e', 'Shift+ArrowLeft', 'Shift+ArrowRight']) {
        await page.keyboard.press(key);
        if (key === 'q') assert.notEqual(await ghost(page).getAttribute('style'), before);
      }
      assert.equal(await ghost(page).getAttribute('style'), before);
    }
    await settled(page, () => page.keyboard.press('Enter'));
  }
  assert.equal(await isOver(page), true);
  await leave(page);
});

test('a phone: a whole game by taps, nothing wider than the screen, fingers have room', async () => {
  const made = await kodama(2);
  const page = await sitDown(made, { ...TOUCH, ...STILL });
  for (let turn = 0; await myTurn(page); turn++) {
    assert.equal(await widthOf(page), PHONE.width);
    if (await judges(page)) {
      await answer(page, 0).tap();
      await primary(page).tap();
    } else {
      await page.locator('.display [data-choice]').nth(turn % 3).tap();
      await ghost(page).waitFor();
      if (turn % 2) await answer(page, 1).tap();
      if (turn === 0) await roomForFingers(page, THINGS);
      await primary(page).tap();
    }
    await page.waitForFunction(() => !document.querySelector('.question-panel[aria-busy=true], .ghost'));
  }
  assert.equal(await isOver(page), true);
  assert.equal(await widthOf(page), PHONE.width);
  await leave(page);
});

test('two fingers turn the card, one finger drags it from the display', async () => {
  const made = await kodama(1, { first_player: 'A' });
  const page = await sitDown(made, { ...TOUCH, ...STILL });
  await myTurn(page);
  await page.locator('.display [data-choice]').first().tap();
  const [x, y] = middle(await page.locator('.ghost .foot').boundingBox());
  await answer(page, 2).tap(); // put it back
  const from = middle(await page.locator('.display [data-choice]').first().boundingBox());
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
    });
  await touch('touchStart', from);
  await touch('touchMove', [from[0], from[1] - 30]);
  await touch('touchMove', [x, y + 80]);
  await touch('touchMove', [x, y + 46]); // the card hangs above the finger
  await touch('touchEnd');
  await ghost(page).and(page.locator('[data-legal=true]')).waitFor();

  const before = await ghost(page).evaluate((el) => /rotate\([-\d.]+deg/.exec(el.style.transform)[0]);
  const mat = await page.locator('section.mat').boundingBox();
  const [mx, my] = [mat.x + 40, mat.y + mat.height - 130];
  await touch('touchStart', [mx, my], [mx + 100, my]);
  await touch('touchMove', [mx, my], [mx + 90, my + 40]);
  await touch('touchMove', [mx, my], [mx + 70, my + 70]);
  await touch('touchEnd');
  await page.waitForFunction((before) => !document.querySelector('.ghost').style.transform.includes(before), before);
  await page.context().close();
});

test('a place that is not allowed says which rule it breaks, and so does the server', async () => {
  const made = await kodama(1, { first_player: 'A', decrees: false });
  const page = await sitDown(made, STILL);
  await myTurn(page);
  const mat = await page.locator('section.mat').boundingBox();
  const slip = page.locator('.slip');
  const spots = [
    [[mat.x + 60, mat.y + 200], 'KO-PLACE-02', /does not touch/],
    [[mat.x + 60, mat.y + mat.height - 14], 'KO-PLACE-07', /edge/],
  ];
  for (const [point, rule, sentence] of spots) {
    await dragCard(page, 0, point);
    assert.equal(await ghost(page).getAttribute('data-legal'), 'false');
    assert.match(await page.locator('.bubble').innerText(), sentence);
    assert.match(await page.locator('.bubble').innerText(), new RegExp(rule));
    await primary(page).click({ force: true }); // it looks disabled, and tells why
    await slip.getByText(rule).waitFor();
    await page.keyboard.press('Escape');
    await ghost(page).waitFor({ state: 'detached' });
  }
  await leave(page);
});

test('what the browser takes for legal the server accepts, the rest it refuses alike', async () => {
  const vite = await createServer({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const load = (file) => vite.ssrLoadModule(`/src/games/kodama/${file}`);
    const { judge: judged } = await load('judgement.ts');
    const { facesOf } = await load('kernel/cards.ts');
    const { placed } = await load('kernel/trees.ts');
    const gallery = await (await fetch(`${server.url}/api/games/kodama/cards`)).json();
    const tally = await twoSeats(facesOf(gallery), placed, judged);
    assert.ok(tally.accepted >= 24, `${tally.accepted} placements accepted`);
    assert.ok(tally.refused >= 20, `${tally.refused} placements refused`);
    assert.ok(tally.codes.size >= 4, [...tally.codes].join(' '));
  } finally {
    await vite.close();
  }
});

/** A game of both seats over the socket; chance says where cards go. */
async function twoSeats(faces, placed, judged) {
  const made = await server.table([MIKA, HARU], { game: 'kodama' });
  const wire = await Wire.open(made);
  const tally = { accepted: 0, refused: 0, codes: new Set() };
  const dice = random(20_000);
  for (let view = await wire.asked(); view; view = await wire.asked()) {
    if (view.question === 'KODAMA') {
      await wire.move(view, view.moves[0]);
      continue;
    }
    const tree = view.players[view.seat].tree.map(({ card, x, y, rot, parent }) =>
      placed(faces.get(card).form, faces.get(card).icons, x, y, rot, parent),
    );
    const legal = await grow(view, tree);
    tally.accepted += 1;
    assert.equal(legal.t, 'done', JSON.stringify(legal));
  }
  wire.close();
  return tally;

  /** Chance near the bark until the browser likes a spot; some of the others are tried as well. */
  async function grow(view, tree) {
    for (let tried = 0; ; tried++) {
      assert.ok(tried < 5000, 'no legal spot by chance');
      const slot = Math.floor(dice() * view.display.length);
      const face = faces.get(view.display[slot]);
      const near = tree[Math.floor(dice() * tree.length)];
      const [ax, ay, bx, by] = near.turned.limbs[Math.floor(dice() * near.turned.limbs.length)];
      const part = dice();
      const pose = {
        x: Math.round(near.x + ax + (bx - ax) * part + (dice() - 0.5) * 90),
        y: Math.round(near.y + ay + (by - ay) * part + (dice() - 0.5) * 90),
        rot: Math.floor(dice() * 360),
      };
      const { code } = judged(tree, face, pose, view.places[slot].parents);
      const move = `grow:${slot}@${pose.x},${pose.y},r${pose.rot}`;
      if (code === 'legal') return wire.move(view, move);
      if (tried > 1 && tally.codes.has(code)) continue;
      const answer = await wire.move(view, move);
      assert.equal(answer.t, 'refused', `${code}: ${move}`);
      assert.equal(answer.rule, ERRORS[code], move);
      tally.refused += 1;
      tally.codes.add(code);
    }
  }
}

const ERRORS = {
  off_table: 'KO-ERR-08',
  touches_nothing: 'KO-ERR-09',
  touches_many: 'KO-ERR-10',
  not_on_bark: 'KO-ERR-11',
  covers_feature: 'KO-ERR-12',
  over_limit: 'KO-ERR-13',
};

function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** The socket of a hot seat, one answer at a time. */
class Wire {
  static async open({ table, seats }) {
    const wire = new Wire();
    wire.views = new Map();
    wire.answers = new Map();
    wire.waiting = [];
    wire.socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/${table}`, {
      origin: server.url,
    });
    wire.socket.on('message', (text) => wire.hear(JSON.parse(text)));
    await new Promise((open, failed) => wire.socket.once('open', open).once('error', failed));
    for (const { token } of seats) wire.say({ t: 'hello', token, version: null });
    return wire;
  }
  say(message) {
    this.last = message;
    this.socket.send(JSON.stringify(message));
  }
  hear(message) {
    if (message.t === 'state') this.views.set(message.seat, message);
    if (message.t === 'done' || message.t === 'refused') this.answers.set(message.id, message);
    // Faster than a person; the same message again is the same move.
    if (message.code === 'too_fast') setTimeout(() => this.say(this.last), 250);
    for (const wake of this.waiting.splice(0)) wake();
  }
  async until(look) {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      await new Promise((wake) => this.waiting.push(wake));
    }
  }
  /** The view of the seat that is asked, once both have seen the newest; null at the end. */
  asked() {
    return this.until(() => {
      const states = [...this.views.values()];
      if (states.length < 2 || states.some(({ version }) => version < (this.newest ?? 0))) return;
      const { asked } = states[0].view;
      return asked === null ? null : this.views.get(asked).view;
    });
  }
  async move(view, move) {
    const id = `m${(this.count = (this.count ?? 0) + 1)}`;
    const { version } = this.views.get(view.seat);
    this.say({ t: 'move', id, seat: view.seat, version, moves: [move] });
    const answer = await this.until(() => this.answers.get(id));
    if (answer.t === 'done') this.newest = answer.version;
    return answer;
  }
  close() {
    this.socket.close();
  }
}

const LOOKS = {
  light: {},
  dark: { settings: { theme: 'dark' } },
  Japanese: { settings: { lang: 'ja' } },
  phone: TOUCH,
};

test('five players fit 1280 x 720 without scrolling, and axe-core finds nothing serious', async () => {
  const made = await kodama(4, { first_player: 'A' });
  const play = await sitDown(made, { viewport: DESKTOP, ...STILL });
  for (let turn = 0; turn < 7 && (await myTurn(play)); turn++) {
    const hidden = await play.evaluate(() => {
      const board = document.querySelector('.board');
      return [
        document.documentElement.scrollHeight - innerHeight,
        board.scrollHeight - board.clientHeight,
        board.scrollWidth - board.clientWidth,
      ];
    });
    assert.ok(hidden.every((pixels) => pixels <= 0), `hidden: ${hidden}`);
    if (await judges(play)) await judge(play);
    else {
      await answer(play, turn % 3).click();
      await settled(play, () => primary(play).click());
    }
  }
  await play.context().close();
  for (const [look, options] of Object.entries(LOOKS)) {
    const page = await sitDown(made, { ...options, ...STILL });
    await myTurn(page);
    await page.locator('.display [data-choice]').first().click();
    await ghost(page).waitFor();
    assert.deepEqual(await seriousFaults(page), [], look);
    assert.deepEqual(page.complaints, [], look);
    if (look === 'Japanese') {
      const shown = await page.evaluate(() => document.body.innerText);
      const latin = shown.replace(/KO-[A-Z]+-\d+/g, '').match(/[A-Za-z]{3,}/g) ?? []; // but for rules
      assert.deepEqual(latin.filter((word) => !['Kamiza', 'Mika', 'Bot'].includes(word)), []);
    }
    await page.context().close();
  }
});

test('any tree can be looked at large, and a spectator sees whoever acts', async () => {
  const made = await kodama(2, { first_player: 'A' });
  const page = await sitDown(made, STILL);
  await myTurn(page);
  await page.getByRole('button', { name: /^B Bot/ }).click();
  await page.getByRole('region', { name: /^The tree of B/ }).waitFor();
  await page.getByRole('button', { name: 'Back to my tree' }).click();
  await page.getByRole('region', { name: 'Your tree' }).waitFor();
  await page.goto(`${server.url}/t/${made.table}#${made.spectator}`);
  await page.reload();
  await page.getByRole('region', { name: /^The tree of A/ }).waitFor();
  assert.equal(await page.locator('.hand').count(), 0);
  await leave(page);
});
