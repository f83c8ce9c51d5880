import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { bothSitDown, HARU, MIKA, server, setUp } from './harness.mjs';

setUp();

async function say(page, text) {
  await page.getByRole('textbox', { name: 'Write a line' }).fill(text);
  await page.keyboard.press('Enter');
}

test('block: a name is not heard and not shown, at this table and after a reload', async () => {
  const made = await server.table([MIKA, HARU]);
  const [one, other] = await bothSitDown(made);
  for (const page of [one, other]) await page.getByRole('tab', { name: 'Chat' }).click();
  await say(one, 'You are slow');
  await other.getByText('You are slow').waitFor();
  await other.getByRole('button', { name: 'Block Mika here and at other tables' }).click();
  await other.getByText('You are slow').waitFor({ state: 'detached' });
  await other.reload();
  await other.getByRole('tab', { name: 'Chat' }).click();
  await other.getByRole('button', { name: /^Unblock/ }).waitFor();
  assert.equal(await other.getByText('You are slow').count(), 0);
  assert.equal(await other.getByText('Mika').count(), 0);
  await other.getByRole('button', { name: /^Unblock/ }).click();
  await other.getByText('You are slow').waitFor();
  for (const page of [one, other]) await page.context().close();
});

test('report: kept by the server, once for each press', async () => {
  const made = await server.table([MIKA, HARU]);
  const [one, other] = await bothSitDown(made);
  await other.getByRole('tab', { name: 'Chat' }).click();
  await other.getByRole('button', { name: 'Report Mika' }).click();
  await other.getByRole('button', { name: 'Mika is reported' }).waitFor();
  const file = join(server.data, 'reports.jsonl');
  let lines = [];
  for (let tries = 0; tries < 100 && lines.length === 0; tries++) {
    lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    await new Promise((later) => setTimeout(later, 50));
  }
  assert.deepEqual(lines.map((line) => JSON.parse(line).about), ['A']);
  for (const page of [one, other]) await page.context().close();
});
