import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { openTestDatabase, testProcess, testProxy } from '@slipway/testing';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';
import { PASSWORD, passwordHash } from './served-sign-in.js';

const LIMITS = { GENERAL_RATE_LIMIT: '1000000', TRUST_PROXY: '1' };
const process = await testProcess(LIMITS);
const app = composeConsole(process, () => false);
const database = openTestDatabase(process.settings.DATABASE_URL);
process.onClose('test database', () => database.close());
const { prisma } = database;
const proxy = await testProxy(process.settings.REDIS_URL);
const withoutRedis = composeConsole(
  await testProcess({ ...LIMITS, DATABASE_URL: process.settings.DATABASE_URL, REDIS_URL: proxy.url }),
  () => false,
);
const COOKIE = 'slipway_device';

let people = 0;

/** The address of a new user. All users have the same password. */
async function newPerson(): Promise<string> {
  people += 1;
  const email = `person-${people}@studio.example`;
  await prisma.user.create({ data: { email, name: 'P', passwordHash } });
  return email;
}

/** A browser in a network that no other test uses, unless one is given. */
let networks = 0;
const newNetwork = () => {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${networks % 250}`;
};
const browserIn = (network: string, cookie?: string, served = app) =>
  plainBrowser(served, cookie, { 'x-forwarded-for': network });

const signIn = (browser: PlainBrowser, email: string, password = PASSWORD) =>
  browser.submit('/sign-in?switch=1', { email, password });

/** Guesses until guesses are refused; returns how many were not refused. */
async function guessUntilRefused(browser: PlainBrowser, email: string, most = 12): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    const { status } = await signIn(browser, email, 'wrong');
    if (status === 429) return count;
    expect(status).toBe(422);
  }
  return most;
}

/** Signs in, and returns the cookie that identifies the known device. */
async function knownDevice(email: string, network = newNetwork()): Promise<string> {
  const answer = await signIn(browserIn(network), email);
  expect(answer.status).toBe(303);
  const cookies = answer.headers['set-cookie'] as unknown as string[];
  const device = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`)) ?? '';
  expect(device).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  return device.split(';')[0] ?? '';
}

describe('wrong passwords', () => {
  it('from one network are refused after ten, and then the right one is too', async () => {
    const [email, network] = [await newPerson(), newNetwork()];
    expect(await guessUntilRefused(browserIn(network), email)).toBe(10);
    const refused = await signIn(browserIn(network), email);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.text).toContain('/forgot-password');
  });

  it('do not lock out a user in another network', async () => {
    const [email, network] = [await newPerson(), newNetwork()];
    await guessUntilRefused(browserIn(network), email);
    expect((await signIn(browserIn(newNetwork()), email)).status).toBe(303);
    expect((await signIn(browserIn(network), email)).status).toBe(429);
  });

  it('for one address do not count for another address in the same network', async () => {
    const [one, other, network] = [await newPerson(), await newPerson(), newNetwork()];
    await guessUntilRefused(browserIn(network), one);
    expect((await signIn(browserIn(network), other)).status).toBe(303);
  });

  it('from addresses in one IPv6 network count together', async () => {
    const email = await newPerson();
    for (let host = 1; host <= 10; host += 1)
      expect((await signIn(browserIn(`2001:db8:7:7::${host}`), email, 'wrong')).status).toBe(422);
    expect((await signIn(browserIn('2001:db8:7:7::99'), email)).status).toBe(429);
    expect((await signIn(browserIn('2001:db8:7:8::1'), email)).status).toBe(303);
  });

  it('are forgotten once the right one is given', async () => {
    const [email, network] = [await newPerson(), newNetwork()];
    for (let count = 0; count < 9; count += 1) await signIn(browserIn(network), email, 'wrong');
    expect((await signIn(browserIn(network), email)).status).toBe(303);
    expect(await guessUntilRefused(browserIn(network), email)).toBe(10);
  });

  it('for many addresses are refused after a hundred in one network, not counting successful sign-ins', async () => {
    const [email, network] = [await newPerson(), newNetwork()];
    const guess = (n: number) => signIn(browserIn(network), `nobody-${n}@studio.example`, 'wrong');
    for (let count = 0; count < 5; count += 1) expect((await signIn(browserIn(network), email)).status).toBe(303);
    for (let start = 0; start < 100; start += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(start + n)));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(422));
    }
    expect((await guess(100)).status).toBe(429);
  });
});

describe('a known device', () => {
  it('can sign in while others in its network are refused', async () => {
    const [email, network] = [await newPerson(), newNetwork()];
    const device = await knownDevice(email, network);
    await guessUntilRefused(browserIn(network), email);
    expect((await signIn(browserIn(network), email)).status).toBe(429);
    expect((await signIn(browserIn(network, device), email)).status).toBe(303);
  });

  it('can sign in while guesses from many networks lock out unknown devices', async () => {
    const email = await newPerson();
    const device = await knownDevice(email);
    for (let count = 0; count < 10; count += 1) {
      const network = newNetwork();
      const guesses = Array.from({ length: 10 }, () => signIn(browserIn(network), email, 'wrong'));
      expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(10).fill(422));
    }
    expect((await signIn(browserIn(newNetwork()), email)).status).toBe(429);
    expect((await signIn(browserIn(newNetwork(), device), email)).status).toBe(303);
  });

  it('is known for its own user only', async () => {
    const [email, other, network] = [await newPerson(), await newPerson(), newNetwork()];
    const device = await knownDevice(other, network);
    await guessUntilRefused(browserIn(network), email);
    expect((await signIn(browserIn(network, device), email)).status).toBe(429);
  });

  it('cannot be forged', async () => {
    const [email, network] = [await newPerson(), newNetwork()];
    const { id } = await prisma.user.findUniqueOrThrow({ where: { email } });
    const [, value = ''] = (await knownDevice(await newPerson())).split('=');
    const forged = [
      value.replace(/^\d+/, String(id)),
      `${id}`,
      'x',
      `${id}.1.${'A'.repeat(22)}.${'A'.repeat(43)}`,
    ];
    await guessUntilRefused(browserIn(network), email);
    for (const each of forged)
      expect((await signIn(browserIn(network, `${COOKIE}=${each}`), email)).status).toBe(429);
  });

  it('is still limited: with a stolen cookie, guesses are refused after ten, in any network', async () => {
    const email = await newPerson();
    const device = await knownDevice(email);
    for (let count = 0; count < 10; count += 1)
      expect((await signIn(browserIn(newNetwork(), device), email, 'wrong')).status).toBe(422);
    expect((await signIn(browserIn(newNetwork(), device), email)).status).toBe(429);
    expect((await signIn(browserIn(newNetwork()), email)).status).toBe(303);
  });
});

describe('while Redis is down', () => {
  it('users can sign in, and attempts are not counted', async () => {
    const email = await newPerson();
    proxy.cut();
    const network = newNetwork();
    expect(await guessUntilRefused(browserIn(network, undefined, withoutRedis), email)).toBe(12);
    expect((await signIn(browserIn(network, undefined, withoutRedis), email)).status).toBe(303);
  });
});
