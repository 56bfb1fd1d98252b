import { composeConsole } from '@slipway/console';
import { factories, openTestDatabase, testClock, testProcess } from '@slipway/testing';
import { TOTP } from 'otpauth';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';

export const PASSWORD = 'correct horse battery';
/** Its Argon2id hash, with parameters that cost no time. */
export const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$8pueopPOsR34x1fX95LBhw$QiiLTd1KTng8Z+uwN+0frRYI9/dn4pB6nWsxp8kCeJg';

/** How long a code of an authenticator app is shown. */
export const PERIOD_MS = 30_000;
/** For how long a confirmation counts. */
export const CONFIRMATION_MS = 10 * 60_000;

/** A console whose clock the test moves, and users who sign in with a password. Await it at the top level of a file. */
export async function serveSignIn(env: Readonly<Record<string, string>> = {}) {
  const process = await testProcess({ GENERAL_RATE_LIMIT: '1000000', ...env });
  const clock = testClock(Date.now());
  const app = composeConsole(process, () => false, clock);
  const database = openTestDatabase(process.settings.DATABASE_URL);
  process.onClose('test database', () => database.close());
  const { prisma } = database;
  const make = factories(database);

  /** A user with a password, who owns an account. */
  async function person() {
    const { userId, accountId } = await make.studio();
    const { email } = await prisma.user.update({ where: { id: userId }, data: { passwordHash } });
    const entries = () => prisma.auditEntry.findMany({ where: { accountId }, orderBy: { position: 'asc' } });
    const actions = async () => (await entries()).map(({ action }) => action);
    return { userId, accountId, email, entries, actions };
  }

  async function withPassword({ email }: { readonly email: string }, browser: PlainBrowser = plainBrowser(app)) {
    const answer = await browser.submit('/sign-in', { email, password: PASSWORD });
    return { browser, next: String(answer.headers['location']) };
  }

  /** A user whose authenticator app is set up, with their recovery codes. The last code is a period ago. */
  async function protectedPerson() {
    const someone = await person();
    const { browser } = await withPassword(someone);
    const phone = appOf((await browser.open('/second-factor/set-up')).text, clock);
    const answer = await browser.submit('/second-factor/set-up', { ...phone.key, code: phone.code() });
    clock.advance(PERIOD_MS);
    return { ...someone, phone, codes: recoveryCodesOn(answer.text), browser };
  }
  return { process, clock, app, database, prisma, make, person, withPassword, protectedPerson };
}

export const isSignedIn = async (browser: PlainBrowser) => (await browser.call('GET', '/session')).status === 200;

/** The recovery codes that a page shows. */
export function recoveryCodesOn(page: string): string[] {
  return [...page.matchAll(/<li><code>([^<]+)</g)].map(([, code = '']) => code);
}

/** An authenticator app that scanned the page. */
export function appOf(page: string, clock: { now(): number }) {
  const secret = /enter this key: <code>([^<]+)</.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
  const totp = new TOTP({ secret });
  return {
    key: { sealed_key: /name="sealed_key" value="([^"]+)"/.exec(page)?.[1] ?? '' },
    codeAt: (ms: number) => totp.generate({ timestamp: ms }),
    code: () => totp.generate({ timestamp: clock.now() }),
  };
}
