/** Positions of games between bots, and a page that is shown them without a game being played. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { browser, PYTHON, server, SOURCES, STILL, visit } from './harness.mjs';

/** For each table (`battles:6`) some positions; see positions.py. */
export async function positions(tables, count, seed) {
  const script = fileURLToPath(new URL('positions.py', import.meta.url));
  const options = { env: { ...process.env, PYTHONPATH: SOURCES }, maxBuffer: 2 ** 30 };
  const { stdout } = await promisify(execFile)(PYTHON, [script, seed, String(count), ...tables], options);
  return stdout.trim().split('\n').map((line) => JSON.parse(line));
}

export async function measuringPage(options = {}) {
  const page = await visit(browser, { ...STILL, ...options });
  let told;
  page.said = [];
  await page.routeWebSocket(/\/ws\//, (socket) =>
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      page.said.push(message);
      if (message.t !== 'hello') return;
      for (const answer of [told.welcome, told.state]) socket.send(JSON.stringify(answer));
    }),
  );
  // No server has this table; a page keeps what it is told of a game that is over.
  const nothing = { table: 'measured', game: '', finished: 0, moves: 0, players: [], teams: [] };
  await page.route('**/api/tables/measured/summary', (route) => route.fulfill({ json: nothing }));
  await page.goto(server.url);
  page.show = async (position, lang) => {
    told = position;
    await page.evaluate((lang) => {
      const kept = JSON.parse(localStorage.getItem('kamiza.settings'));
      localStorage.setItem('kamiza.settings', JSON.stringify({ ...kept, lang }));
    }, lang);
    await page.goto(`${server.url}/rules`); // another address first, so that the table begins anew
    await page.goto(`${server.url}/t/measured#measured`);
    await page.locator('.question-panel').waitFor();
  };
  page.wear = async (viewport, text) => {
    await page.setViewportSize(viewport);
    await page.evaluate(async (text) => {
      document.documentElement.dataset.text = text;
      await document.fonts.ready;
      // Boards that measure themselves do so before the next picture.
      for (let picture = 0; picture < 3; picture++) await new Promise(requestAnimationFrame);
      for (const el of document.querySelectorAll('.board, .stage')) el.scrollTop = 0;
    }, text);
  };
  return page;
}
