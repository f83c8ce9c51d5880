/**
 * The sheet of calls, and what comes of it: a push is sealed by the server, opened here as a browser
 * does, handed to the service worker by the debugger and shown. The push service is one of our own:
 * the one of the browser's maker cannot be reached from a test.
 */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { webcrypto } from 'node:crypto';
import {
  browser, HARU, leave, MIKA, PHONE, seriousFaults, server, setUp, sitDown, TOUCH, visit, widthOf,
} from './harness.mjs';

const { subtle } = webcrypto;
setUp(['--calls-private', '--call-delay', '0', '--call-gap', '0', '--public-url', 'https://play.example.org']);

// -- a push service, and the keys of a browser ------------------------------------------------------

const received = [];
const waiting = [];
const service = createServer((request, answer) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const got = { path: request.url, headers: request.headers, body: Buffer.concat(parts) };
    const next = waiting.shift();
    if (next) next(got);
    else received.push(got);
    answer.writeHead(201).end();
  });
});
let place;
before(async () => {
  await new Promise((ready) => service.listen(0, '127.0.0.1', ready));
  place = `http://127.0.0.1:${service.address().port}`;
});
after(() => service.close());

const nextCall = () =>
  received.length > 0 ? Promise.resolve(received.shift()) : new Promise((got) => waiting.push(got));

const text = (bytes) => Buffer.from(bytes).toString('base64url');

/** A key pair and a secret, as a browser makes them for a subscription. */
async function newKeys() {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const raw = await subtle.exportKey('raw', pair.publicKey);
  return { pair, public: Buffer.from(raw), auth: Buffer.from(webcrypto.getRandomValues(new Uint8Array(16))) };
}

async function derived(secret, salt, info, length) {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return Buffer.from(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
}

/** What a push says, by RFC 8291. */
async function opened(keys, body) {
  const [salt, length] = [body.subarray(0, 16), body[20]];
  const sender = body.subarray(21, 21 + length);
  const other = await subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
  const shared = Buffer.from(await subtle.deriveBits({ name: 'ECDH', public: other }, keys.pair.privateKey, 256));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.public, sender]);
  const material = await derived(shared, keys.auth, info, 32);
  const key = await derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const iv = await derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, cipher, body.subarray(21 + length)));
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** A visitor whose browser allows notifications and subscribes at our own push service. */
async function allowing(path, keys, options = {}) {
  const page = await visit(browser, { serviceWorkers: 'allow', ...options });
  await page.context().grantPermissions(['notifications'], { origin: server.url });
  await page.addInitScript(
    (subscription) => {
      const made = { ...subscription, toJSON: () => subscription, unsubscribe: async () => ((window.current = null), true) };
      window.current = null;
      PushManager.prototype.getSubscription = async () => window.current;
      PushManager.prototype.subscribe = async () => (window.current = made);
      // Headless, this is denied whatever was granted.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
    },
    { endpoint: place + path, keys: { p256dh: text(keys.public), auth: text(keys.auth) } },
  );
  return page;
}

const bell = (page) => page.getByRole('button', { name: /Call me when it is my turn|自分の番になったら呼ぶ/ });
const sheet = (page) => page.getByRole('dialog');
/** What was changed in the sheet is kept by the server. */
const saved = (page) => page.waitForFunction(() => document.querySelector('[role=dialog] .calls[aria-busy=false]'));
const pushSwitch = (page) => sheet(page).getByRole('switch', { name: /Push|通知/ });

async function goesBy(page, made, seat = 'A') {
  await page.goto(made.link(seat));
  await page.locator('.question-panel').waitFor();
}

/** Play as seat A until B is asked. */
async function playFirst(made) {
  const page = await sitDown(made);
  await page.locator('.question-panel.mine').waitFor();
  while ((await page.locator('.question-panel.mine').count()) > 0) {
    await page.evaluate(() => {
      const panel = document.querySelector('.question-panel.mine:not([aria-busy=true])');
      const answers = panel?.querySelectorAll('[data-answer]') ?? [];
      (answers[1] ?? answers[0])?.click();
    });
    await page.waitForTimeout(30);
  }
  return page;
}

test('subscribed, closed, called, and no more with one tap', async () => {
  const keys = await newKeys();
  const made = await server.table([MIKA, HARU], { settings: { first_dealer: 'A' } });
  const page = await allowing('/phone', keys, { settings: { name: 'Haru' } });
  await goesBy(page, made, 'B');
  await page.goto(server.url);
  await bell(page).click();
  await pushSwitch(page).click();
  await sheet(page).getByText('allowed in this browser').waitFor();
  assert.equal(await pushSwitch(page).getAttribute('aria-checked'), 'true');

  await sheet(page).getByRole('button', { name: 'Send a test call' }).click();
  const trial = JSON.parse(await opened(keys, (await nextCall()).body));
  assert.equal(trial.title, 'This is how the table calls you');
  await sheet(page).getByText('The push is on its way.').waitFor();

  const mika = await playFirst(made);
  const pushed = await opened(keys, (await nextCall()).body);
  const call = JSON.parse(pushed);
  assert.equal(call.title, 'Shintoh: it is your turn');
  assert.equal(call.table, made.table);
  assert.ok(!made.seats.some(({ token }) => pushed.includes(token)));

  // The service worker gets it as from a push service, and shows it.
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  const registration = await new Promise((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId);
    });
    session.send('ServiceWorker.disable').then(() => session.send('ServiceWorker.enable'));
  });
  const worker = page.context().serviceWorkers()[0];
  await worker.evaluate(() => {
    self.shown = [];
    self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
  });
  await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: registration, data: pushed });
  await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: registration, data: 'not JSON' });
  let shown = [];
  for (let tries = 0; tries < 300 && shown.length < 2; tries++) {
    await page.waitForTimeout(100);
    shown = await worker.evaluate(() => self.shown);
  }
  assert.equal(shown[0].title, 'Shintoh: it is your turn');
  assert.equal(shown[0].tag, `kamiza-${made.table}`);
  assert.deepEqual(shown[0].actions.map(({ action }) => action), ['open', 'stop']);
  assert.equal(shown[1].title, 'Kamiza');

  // One tap on the notification.
  await worker.evaluate((data) => {
    const event = new Event('notificationclick');
    const told = { action: 'stop', notification: { close() {}, data }, waitUntil: (done) => (self.stopped = done) };
    self.dispatchEvent(Object.assign(event, told));
    return self.stopped;
  }, shown[0].data);
  await page.reload();
  await bell(page).click();
  const way = sheet(page).getByRole('combobox', { name: /Calls of Shintoh/ });
  await page.waitForFunction(() => document.querySelector('[role=dialog] select')?.value === 'never');
  await way.selectOption('');
  await saved(page);

  // And off altogether.
  await pushSwitch(page).click();
  await sheet(page).getByText('also when no page is open').waitFor();
  await page.waitForFunction(() => window.current === null);
  await leave(page, mika);
});

test('the table opens by its name with the link this device has kept', async () => {
  const made = await server.table([MIKA, HARU], { settings: { first_dealer: 'A' } });
  const page = await sitDown(made);
  await page.locator('.question-panel.mine').waitFor();
  await page.goto(`${server.url}/t/${made.table}`);
  await page.locator('.question-panel.mine').waitFor();
  await leave(page);
});

test('refused by the browser: words, and a switch that is dashed', async () => {
  const page = await visit(browser);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto(server.url);
  await bell(page).click();
  await sheet(page).getByText('This browser does not allow it.').waitFor();
  assert.equal(await pushSwitch(page).getAttribute('aria-disabled'), 'true');
  assert.equal(await pushSwitch(page).locator('i').evaluate((i) => getComputedStyle(i).borderStyle), 'dashed');
  await pushSwitch(page).click({ force: true });
  assert.equal(await pushSwitch(page).getAttribute('aria-checked'), 'false');
  await sheet(page).getByText('How to change that').click();
  await sheet(page).getByText(/allow notifications for this site/).waitFor();
  await leave(page);
});

test('a push service that does not answer leaves the page itself', async () => {
  const page = await allowing('/deaf', await newKeys());
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = async () => Promise.reject(new Error('no service'));
  });
  await page.goto(server.url);
  await bell(page).click();
  await pushSwitch(page).click();
  await sheet(page).getByText(/Only while a page is open/).waitFor();
  assert.equal(await pushSwitch(page).getAttribute('aria-checked'), 'true');
  await leave(page);
});

test('what is pressed before it is known how this device is called waits for that', async () => {
  const page = await allowing('/early', await newKeys());
  let answer;
  const held = new Promise((known) => (answer = known));
  await page.route(/\/api\/calls(\/mine)?$/, async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.continue();
  });
  await page.goto(server.url);
  await bell(page).click();
  await pushSwitch(page).click();
  answer();
  await sheet(page).getByText('allowed in this browser').waitFor();
  await leave(page);
});

test('by keyboard: quiet hours, and Escape closes', async () => {
  const page = await visit(browser);
  await page.goto(server.url);
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await sheet(page).getByRole('switch', { name: 'Quiet hours' }).focus();
  await page.keyboard.press('Space');
  const from = sheet(page).getByLabel('from');
  assert.equal(await from.inputValue(), '22:00');
  await from.fill('23:15');
  await from.press('Tab');
  await saved(page);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  await page.reload();
  await bell(page).click();
  await page.waitForFunction(() => document.querySelector('[role=dialog] input[type=time]')?.value === '23:15');
  await leave(page);
});

test('the host names a webhook, tries it, and takes it away', async () => {
  const page = await visit(browser);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Begin against bots' }).click();
  await page.locator('.question-panel').waitFor();
  await page.goto(server.url);
  await bell(page).click();
  const way = sheet(page).getByRole('combobox');
  await way.selectOption('hook');
  const address = sheet(page).getByLabel('Address of the webhook');
  await address.fill('ftp://nowhere.example');
  await sheet(page).getByRole('button', { name: 'Try it' }).click();
  await sheet(page).getByText('This is not an address the server can call.').waitFor();
  await address.fill(`${place}/hooks/k7`);
  await sheet(page).getByRole('button', { name: 'Try it' }).click();
  assert.equal((await nextCall()).path, '/hooks/k7');
  await sheet(page).getByText(/answered in .* s\./).waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await way.selectOption('never');
  await address.waitFor({ state: 'detached' });
  page.complaints = page.complaints.filter((line) => !line.includes('400'));
  await leave(page);
});

test('without mail the server says so; links of mails that are none say so too', async () => {
  const page = await visit(browser);
  await page.goto(server.url);
  await bell(page).click();
  await sheet(page).getByText('This server sends no mail.').waitFor();
  await page.goto(`${server.url}/calls#stop=nothing`);
  await page.getByText('This link is too old or not whole.').waitFor();
  await page.goto(`${server.url}/calls#confirm=nothing`);
  await page.getByRole('button', { name: 'Yes, call me' }).click();
  await page.getByText('This link is too old or not whole.').waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  page.complaints = page.complaints.filter((line) => !line.includes('404'));
  await leave(page);
});

for (const [lang, more] of [['en', {}], ['ja', {}], ['ja', TOUCH], ['en', { ...TOUCH, dark: true }]]) {
  const { dark, ...options } = more;
  const name = `${lang}, ${options.viewport ? 'phone' : 'desktop'}${dark ? ', dark' : ''}`;
  test(`the sheet is in order: ${name}`, async () => {
    const made = await server.table([MIKA, HARU], { settings: { first_dealer: 'A' } });
    const page = await visit(browser, { ...options, settings: { lang, theme: dark ? 'dark' : 'light' } });
    await goesBy(page, made);
    await page.goto(server.url);
    await bell(page).click();
    await sheet(page).getByRole('switch', { name: /Quiet hours|静かな時間/ }).click();
    await sheet(page).locator('input[type=time]').first().waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    if (options.viewport) assert.equal(await widthOf(page), PHONE.width);
    await leave(page);
  });
}

test('a game of days: who holds us up, a vacation, and what happened since', async () => {
  const clock = { kind: 'move', seconds: 2 * 86_400, vacation: 7 * 86_400 };
  const made = await server.table([MIKA, HARU], { settings: { first_dealer: 'A' }, clock });
  const haru = await sitDown(made, { settings: { name: 'Haru' } }, 'B');
  await haru.getByText(/Waiting for Mika since .*, (2 d|1 d 23 h) left/).waitFor();
  await haru.goto(server.url);
  await haru.getByText('Waiting for Mika for').first().waitFor();

  const mika = await playFirst(made);
  await mika.getByText(/Waiting for Haru since/).waitFor();
  await mika.getByRole('button', { name: 'Menu' }).click();
  await mika.getByLabel('How many days').selectOption('3');
  await mika.getByRole('button', { name: 'Rest' }).click();
  await mika.getByText(/Your clock rests until/).waitFor();
  assert.deepEqual(await seriousFaults(mika), []);
  await mika.getByRole('button', { name: 'I am back' }).click();
  await mika.getByText(/You may take 6 more days|You may take 7 more days/).waitFor();

  await haru.reload();
  await haru.getByText(/Your turn, (2 d|1 d 23 h)/).waitFor();
  const news = await haru.locator('.news').first().textContent();
  assert.match(news, /^(Mika|Haru) .*\.$/);
  assert.deepEqual(await seriousFaults(haru), []);
  await leave(haru, mika);
});

test('a clock of days is set in the lobby, with a vacation', async () => {
  const page = await visit(browser);
  await page.goto(server.url);
  await page.getByLabel('Clock').selectOption('day3');
  await page.getByLabel('Vacation').selectOption({ label: '14 days' });
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/tables'));
  await page.getByRole('button', { name: 'Begin against bots' }).click();
  const { clock } = (await asked).postDataJSON();
  assert.deepEqual(clock, { kind: 'move', seconds: 3 * 86_400, vacation: 14 * 86_400 });
  await page.locator('.question-panel').waitFor();
  await leave(page);
});
