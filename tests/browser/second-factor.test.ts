import { describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { barriers, overflow, PHONE } from './barriers.js';
import { signIn } from './chromium.mjs';
import { startStack } from './stack.js';

const stack = await startStack({}, { host: 'localhost' });
const { demo } = stack;
const { prisma } = stack.database;
const LIMIT_MS = 120_000;

/** Gives the browser a device with a fingerprint reader that always accepts. */
async function addDevice(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Forgets that the user proved a moment ago who they are. */
const ageSessions = (userId: number) =>
  prisma.session.updateMany({ where: { userId }, data: { confirmedAt: new Date(Date.now() - 10 * 60_000) } });

/** What keeps people from using the page: on this screen, and on a phone. */
async function problemsOf(page: Page, part?: string): Promise<string[]> {
  const found = [...(await barriers(page, part)), ...(await overflow(page))];
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  found.push(...(await overflow(page)));
  if (before !== null) await page.setViewportSize(before);
  return found;
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
}

async function askForToken(page: Page, name: string): Promise<void> {
  await page.goto('/settings/tokens');
  await page.getByRole('button', { name: 'New token' }).first().click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create token' }).click();
}

describe('a passkey', () => {
  it(
    'is registered in the settings, signs in after the password and alone, and confirms an action',
    async () => {
      const { owner } = demo.users;
      const page = await stack.signedIn('owner', { mayReport: '403' });
      await addDevice(page);
      await page.goto('/settings/sessions');
      await page.getByRole('link', { name: 'Add passkey' }).click();
      expect(await problemsOf(page)).toEqual([]);
      await page.getByLabel('Name').fill('Work laptop');
      await page.getByRole('button', { name: 'Create passkey' }).click();
      await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
      await page.getByRole('link', { name: 'I saved them. Continue' }).click();
      await page
        .getByRole('list', { name: 'Passkeys' })
        .getByText('Work laptop', { exact: true })
        .first()
        .waitFor();
      expect(await problemsOf(page)).toEqual([]);

      await signOut(page);
      expect(await problemsOf(page)).toEqual([]);
      await page.getByLabel('Email').fill(owner.email);
      await page.getByLabel('Password').fill(owner.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Use your second factor' }).waitFor();
      expect(await problemsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.waitForURL(`${stack.baseUrl}/`);

      await signOut(page);
      await page.goto('/sign-in?return_to=%2Ffeed');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL('**/feed');

      await ageSessions(owner.id);
      await askForToken(page, 'With a passkey');
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await dialog.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('“With a passkey” is ready').waitFor();

      await page.goto('/settings/sessions');
      await page.getByRole('button', { name: 'Remove Work laptop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('“Work laptop” is removed.').waitFor();
      await signOut(page);
      await signIn(page, owner);
    },
    LIMIT_MS,
  );

  it('is not used if the person cancels, and the page says so', async () => {
    const page = await stack.newPage();
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('WebAuthn.enable');
    await page.goto('/sign-in');
    await page.evaluate(
      "navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
    );
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('No passkey was used.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isEnabled()).toBe(true);
  });
});

/** An authenticator app that scanned the page. */
async function scan(page: Page) {
  const key = (await page.locator('p', { hasText: 'Or enter this key' }).locator('code').textContent()) ?? '';
  return new TOTP({ secret: key.replaceAll(' ', '') });
}

describe('a second factor without JavaScript', () => {
  it(
    'is required from a member who has none, set up at sign-in, and replaced by a recovery code',
    async () => {
      const { member } = demo.users;
      const { accountId } = await prisma.project.findUniqueOrThrow({ where: { id: demo.projects.main } });
      await prisma.account.update({ where: { id: accountId }, data: { requiresSecondFactor: true } });
      const page = await stack.newPage({ javaScriptEnabled: false, viewport: PHONE, colorScheme: 'dark' });
      const enterPassword = async () => {
        await page.goto('/sign-in');
        // Chromium keeps the text for browsers without scripts, but does not show it to a test.
        expect(await page.content()).toContain('Passkeys need JavaScript');
        await page.getByLabel('Email').fill(member.email);
        await page.getByLabel('Password').fill(member.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      };
      await enterPassword();
      await page.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor();
      await page.getByLabel('Code', { exact: true }).fill((await scan(page)).generate());
      await page.getByRole('button', { name: 'Turn on' }).click();
      const code = (await page.locator('.codes code').first().textContent()) ?? '';
      await page.getByRole('link', { name: 'I saved them. Continue' }).click();
      await page.waitForURL(`${stack.baseUrl}/`);

      await signOut(page);
      await enterPassword();
      await page.getByLabel('Code', { exact: true }).fill(code);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(`${stack.baseUrl}/`);
      await prisma.account.update({ where: { id: accountId }, data: { requiresSecondFactor: false } });
    },
    LIMIT_MS,
  );
});

describe('a confirmation', () => {
  it(
    'is requested in a dialog before a token is created, and then the token is created',
    async () => {
      const { outsider } = demo.users;
      const page = await stack.signedIn('outsider', { mayReport: 'status of 4' });
      await ageSessions(outsider.id);
      await askForToken(page, 'Confirmed');
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      expect(await problemsOf(page, '[role=dialog]')).toEqual([]);
      await dialog.getByLabel('Your password').fill('wrong');
      await page.keyboard.press('Enter');
      await dialog.getByRole('alert').getByText('Incorrect password.').waitFor();
      expect(await prisma.apiToken.count({ where: { userId: outsider.id, name: 'Confirmed' } })).toBe(0);
      await dialog.getByLabel('Your password').fill(outsider.password);
      await page.keyboard.press('Enter');
      await page.getByText('“Confirmed” is ready').waitFor();
    },
    LIMIT_MS,
  );

  it('can be refused by the person: then nothing happens, and the form says why', async () => {
    const { outsider } = demo.users;
    const page = await stack.signedIn('outsider', { mayReport: '403' });
    await ageSessions(outsider.id);
    await askForToken(page, 'Refused');
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('Confirm that it is you, then try again.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Refused');
    expect(await prisma.apiToken.count({ where: { name: 'Refused' } })).toBe(0);
  });

  it('works as a plain form without JavaScript, and returns to the page', async () => {
    const { outsider } = demo.users;
    const page = await stack.signedIn('outsider', { javaScriptEnabled: false, viewport: PHONE });
    await ageSessions(outsider.id);
    await page.goto('/second-factor/set-up');
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await page.getByLabel('Your password').fill(outsider.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor();
  });
});

describe('the reset of a lost second factor', () => {
  it(
    'is offered to an owner only for people all of whose accounts they own, and the page says so',
    async () => {
      const { rival, studio } = demo.accounts;
      const addPerson = (name: string, accountIds: readonly number[]) =>
        prisma.user.create({
          data: {
            name,
            email: `${name.toLowerCase()}@rival.test`,
            passwordHash: '!',
            memberships: { create: accountIds.map((accountId) => ({ accountId })) },
            passkeys: { create: { credentialId: name, publicKey: Buffer.alloc(1), name: 'Laptop' } },
          },
        });
      await addPerson('Ines', [rival.id]);
      await addPerson('Sven', [rival.id, studio.id]);
      const page = await stack.openPage('/settings/members', 'outsider');
      const rowOf = (name: string) =>
        page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: name });
      await rowOf('Ines').getByRole('button', { name: 'Reset second factor of Ines' }).waitFor();
      await rowOf('Sven').getByText('with second factor').waitFor();
      expect(await rowOf('Sven').getByRole('button', { name: /Reset/ }).count()).toBe(0);
      await page.getByText('people who belong only to accounts that you own').waitFor();
      expect(await problemsOf(page)).toEqual([]);
    },
    LIMIT_MS,
  );
});
