import { expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { openTestDatabase, testClock, testProcess } from '@slipway/testing';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';

const DAY_MS = 24 * 60 * 60_000;
const IDLE_MS = 14 * DAY_MS;
const MAX_MS = 30 * DAY_MS;

const process = await testProcess();
const clock = testClock();
const app = composeConsole(process, () => false, clock);
const database = openTestDatabase(process.settings.DATABASE_URL);
process.onClose('test database', () => database.close());

const credentials = { email: 'ana@studio.example', password: 'correct horse battery' };
const names = { account_name: 'Night Harbor', project_name: 'Tidewater', engine: 'unity', name: 'Ana' };
await plainBrowser(app).submit('/setup', { ...names, ...credentials });

async function signedIn(): Promise<PlainBrowser> {
  const browser = plainBrowser(app);
  expect((await browser.submit('/sign-in', credentials)).headers['location']).toBe('/');
  return browser;
}

const statusOf = async (browser: PlainBrowser) => (await browser.call('GET', '/session')).status;

it('a session ends 14 days after its last use', async () => {
  const browser = await signedIn();
  clock.advance(IDLE_MS - 1);
  expect(await statusOf(browser)).toBe(200);
  clock.advance(IDLE_MS);
  expect(await statusOf(browser)).toBe(401);
});

it('a session in daily use ends 30 days after the sign-in, and the session list shows when', async () => {
  const browser = await signedIn();
  const signedInAt = clock.now();
  for (let day = 1; day < 30; day += 1) {
    clock.advance(DAY_MS);
    expect(await statusOf(browser)).toBe(200);
    const { body } = await browser.call('GET', '/sessions');
    const expected = Math.min(clock.now() + IDLE_MS, signedInAt + MAX_MS);
    expect(body.sessions).toMatchObject([{ expires_at: new Date(expected).toISOString() }]);
  }
  clock.advance(DAY_MS);
  expect(await statusOf(browser)).toBe(401);
  expect((await browser.open('/')).headers['location']).toBe('/sign-in');
});

it('a session that the previous release extended beyond 30 days is invalid and not listed', async () => {
  const old = await signedIn();
  const extended = {
    lastSeenAt: new Date(clock.now() + MAX_MS),
    expiresAt: new Date(clock.now() + MAX_MS + IDLE_MS),
  };
  await database.prisma.session.updateMany({ data: extended });
  clock.advance(MAX_MS);
  expect(await statusOf(old)).toBe(401);
  const { body } = await (await signedIn()).call('GET', '/sessions');
  expect(body.sessions).toHaveLength(1);
});
