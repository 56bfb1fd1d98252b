import { expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack({}, { host: 'localhost' });
const { demo, baseUrl } = stack;
const { prisma } = stack.database;
const { id: accountId, prefixed_id: account } = demo.accounts.studio;
await prisma.ssoProvider.create({
  data: {
    accountId,
    issuer: 'https://login.tidewater.example',
    clientId: 'slipway',
    clientSecret: Buffer.alloc(1),
    domain: 'tidewater.example',
    domainToken: 't',
    domainVerifiedAt: new Date(),
    state: 'optional',
  },
});
const LIMIT_MS = 180_000;
/** A form, where people land after signing in: the pages of the app have tests of their own. */
const NEXT = '/sign-out';

/** Opens pages on a screen, and collects what keeps people from using them. */
async function examiner(device: object) {
  const page = await stack.newPage({ ...device, mayReport: 'status of 4' });
  const problems: string[] = [];
  async function examine(heading: string): Promise<void> {
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    const found = [...(await barriers(page)), ...(await overflow(page))];
    problems.push(...found.map((problem) => `${heading}: ${problem}`));
  }
  const open = async (path: string, heading: string) => {
    await page.goto(path);
    await examine(heading);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const enterPassword = async ({ email, password }: { email: string; password: string }) => {
    await page.goto(`/sign-in?${new URLSearchParams({ switch: '1', return_to: NEXT })}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await press('Sign in');
  };
  return { page, problems, examine, open, press, enterPassword };
}

const ageSessions = (userId: number) =>
  prisma.session.updateMany({ where: { userId }, data: { confirmedAt: new Date(Date.now() - 10 * 60_000) } });

/** The code of an authenticator app that scanned the page. */
async function scan(page: Page): Promise<string> {
  const key = (await page.locator('p', { hasText: 'Or enter this key' }).locator('code').textContent()) ?? '';
  return new TOTP({ secret: key.replaceAll(' ', '') }).generate();
}

it.each([
  { device: 'a laptop, light', who: 'member', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { device: 'a phone, dark', who: 'outsider', viewport: PHONE, colorScheme: 'dark' },
] as const)(
  'every form around sign-in passes axe and fits the screen of $device',
  async ({ who, viewport, colorScheme }) => {
    const user = demo.users[who];
    const { page, problems, examine, open, press, enterPassword } = await examiner({ viewport, colorScheme });

    await open('/sign-in', 'Sign in');
    await open('/forgot-password', 'Forgot your password?');
    await open('/reset-password?token=x', 'This link no longer works');
    await open('/invitation?token=x', 'This invitation no longer works');
    await open('/sso/start', 'Single sign-on');
    await page.getByLabel('Email address').fill('someone@unknown.example');
    await press('Continue');
    await examine('Single sign-on');
    await open('/sso/acct_unknown', 'You are not signed in');
    await open(`/sso/${account}/callback?code=x&state=y`, 'You are not signed in');

    await enterPassword({ ...user, password: 'wrong' });
    await examine('Sign in');
    await enterPassword(user);
    await page.waitForURL(baseUrl + NEXT);
    await ageSessions(user.id);
    await open('/confirm?return_to=%2Fsecond-factor%2Fset-up', 'Confirm that it is you');
    await page.getByLabel('Your password').fill('wrong');
    await press('Confirm');
    await examine('Confirm that it is you');
    await page.getByLabel('Your password').fill(user.password);
    await press('Confirm');
    await examine('Set up an authenticator app');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await press('Turn on');
    await examine('Set up an authenticator app');
    await page.getByLabel('Code', { exact: true }).fill(await scan(page));
    await press('Turn on');
    await examine('Save your recovery codes');
    const recovery = await page.locator('.codes code').allTextContents();
    await open('/second-factor/passkey', 'Add a passkey');
    await open('/second-factor/codes', 'Get new recovery codes');
    await open('/second-factor/remove', 'Remove your authenticator app');
    await ageSessions(user.id);
    await open('/confirm', 'Confirm that it is you');
    await open('/sign-out', 'Sign out');
    // A link on another site.
    await page.goto('about:blank');
    await page.setContent(`<a href="${baseUrl}/sso/${account}">Open</a>`);
    await page.getByRole('link', { name: 'Open' }).click();
    await examine('Sign in again?');

    await enterPassword(user);
    await examine('Enter your code');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await press('Sign in');
    await examine('Enter your code');
    await page.getByLabel('Code', { exact: true }).fill(recovery[0] ?? '');
    await press('Sign in');
    await page.waitForURL(baseUrl + NEXT);
    expect(problems).toEqual([]);
  },
  LIMIT_MS,
);
