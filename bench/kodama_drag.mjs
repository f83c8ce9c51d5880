/**
 * How smooth is a drag? A real Chromium carries a branch card over a tree of twelve cards.
 *
 *   make bench-kodama-drag        or: node bench/kodama_drag.mjs [--slow 4] [--rounds 3]
 *
 * Two figures. First the processor time that the page's main thread spends for one picture, as the
 * trace tells it, times the slowing: other work on the machine hardly touches it. Then the time
 * between pictures with Chromium's own slowing, which is what a person sees, but only on a machine
 * that has nothing else to do; the best round is the page's, the others also the neighbours'.
 */
import { bots, myTurn, openBrowser, Server, visit } from '../web/tests/browser/harness.mjs';

const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
const MOST = 50; // milliseconds a picture may take
const number = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const slow = number('slow', 4);
const rounds = number('rounds', 3);

const server = await Server.start();
const browser = await openBrowser();
let best = Infinity;
let work = 0;
try {
  const page = await visit(browser, { reducedMotion: 'reduce' });
  await twelveCards(page);
  await recordedDrag(page); // warm
  for (let round = 1; round <= rounds; round++) {
    await browser.startTracing(page, { categories: TRACED });
    await recordedDrag(page);
    const spent = workPerPicture(JSON.parse(await browser.stopTracing()).traceEvents);
    work = Math.max(work, spent.at(-1));
    console.log(
      `work ${round}: ${spent.length} pictures, median ${median(spent)} ms, ` +
        `longest ${spent.at(-1).toFixed(1)} ms of processor time`,
    );
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
  for (let round = 1; round <= rounds; round++) {
    const pictures = await recordedDrag(page);
    const sorted = pictures.toSorted((a, b) => a - b);
    best = Math.min(best, sorted.at(-1));
    console.log(
      `drag ${round}, slowed ${slow} times: ${sorted.length} pictures, median ${median(sorted)} ms, ` +
        `longest ${sorted.at(-1).toFixed(1)} ms`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(
  `longest picture: ${(work * slow).toFixed(1)} ms by processor time times ${slow}, ` +
    `${best.toFixed(1)} ms seen in the best of ${rounds} slowed drags; wanted: at most ${MOST} ms`,
);
process.exitCode = Math.min(work * slow, best) > MOST ? 1 : 0;

function median(sorted) {
  return sorted[Math.floor(sorted.length / 2)].toFixed(1);
}

/** Milliseconds of processor time on the main thread between two pictures, in order of size. */
function workPerPicture(events) {
  const names = events.filter(({ ph, name }) => ph === 'M' && name === 'thread_name');
  const mains = names.filter(({ args }) => args.name === 'CrRendererMain');
  const of = ({ pid, tid }) => events.filter((e) => e.pid === pid && e.tid === tid && e.ph === 'X');
  const main = mains.map(of).reduce((a, b) => (b.length > a.length ? b : a));
  const begins = main.filter((e) => e.name === 'FireAnimationFrame').map((e) => e.ts);
  const spent = new Array(begins.length).fill(0);
  for (const task of main) {
    if (task.name !== 'RunTask') continue;
    const picture = begins.findLastIndex((ts) => ts <= task.ts + task.dur);
    if (picture >= 0) spent[picture] += (task.tdur ?? 0) / 1000;
  }
  // What comes after the last picture is letting go, not carrying.
  return spent.slice(0, -1).sort((a, b) => a - b);
}

/** Eleven turns, so that the tree has its trunk and eleven branches. */
async function twelveCards(page) {
  const people = [{ kind: 'person', name: 'Mika' }, ...bots(1)];
  const made = await server.table(people, { game: 'kodama', settings: { decrees: false } });
  await page.goto(made.link(0));
  for (let cards = 1; cards < 12 && (await myTurn(page)); ) {
    const judging = (await page.locator('.lectern .one').count()) > 0;
    await page.locator('.lectern [data-answer]').first().click();
    if (!judging) cards += 1;
    await page.locator('.lectern [data-primary]').click();
    await page.waitForFunction(
      () => !document.querySelector('.lectern[aria-busy=true], .ghost, .one.chosen'),
    );
  }
  await myTurn(page);
  if ((await page.locator('.lectern .one').count()) > 0) throw new Error('not a growing turn');
}

/** The pointer takes a card and wanders all over the tree. */
async function recordedDrag(page) {
  const card = await page.locator('.display [data-choice]').first().boundingBox();
  const mat = await page.locator('section.mat').boundingBox();
  await page.evaluate(() => {
    window.pictures = [];
    let last = 0;
    const tick = (now) => {
      if (last) window.pictures.push(now - last);
      last = now;
      window.ticking = requestAnimationFrame(tick);
    };
    window.ticking = requestAnimationFrame(tick);
  });
  await page.mouse.move(card.x + card.width / 2, card.y + card.height / 2);
  await page.mouse.down();
  const STEPS = 160;
  for (let step = 0; step <= STEPS; step++) {
    const way = (step / STEPS) * Math.PI * 2;
    const x = mat.x + mat.width * (0.5 + 0.4 * Math.sin(way * 3));
    const y = mat.y + mat.height * (0.52 + 0.38 * Math.cos(way * 2));
    await page.mouse.move(x, y);
  }
  const found = await page.evaluate(() => {
    cancelAnimationFrame(window.ticking);
    return window.pictures;
  });
  await page.mouse.up();
  await page.keyboard.press('Escape');
  await page.locator('.ghost').waitFor({ state: 'detached' });
  return found;
}
