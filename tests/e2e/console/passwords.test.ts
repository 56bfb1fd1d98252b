import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { appSecretsOf, createInvitationLinks, createResetLinks } from '@slipway/domain';
import { openTestDatabase, testProcess } from '@slipway/testing';
import { plainBrowser } from './plain-browser.js';

const process = await testProcess();
const app = composeConsole(process, () => false);
const database = openTestDatabase(process.settings.DATABASE_URL);
process.onClose('test database', () => database.close());
const { prisma } = database;

const GOOD = 'correct horse battery';
const PROBLEM = 'This password is easy to guess.';
const owner = plainBrowser(app);
const email = 'ana.lindqvist@studio.example';
const form = {
  account_name: 'Night Harbor',
  project_name: 'Tidewater',
  engine: 'unity',
  name: 'Ana Lindqvist',
  email,
};
/** A common password with different case, a sequence, and what everyone knows about its owner. */
const WEAK = ['PassWord12', '0123456789', 'ana.lindqvist', 'Ana Lindqvist'];

/** The text of a page's alert. */
const alertOf = (page: string) => /role="alert">([^<]*)</.exec(page)?.[1];

describe('an easy password is refused', () => {
  it('during setup', async () => {
    for (const password of [...WEAK, 'Night Harbor']) {
      const { status, text } = await owner.submit('/setup', { ...form, password });
      expect([status, alertOf(text)]).toEqual([422, expect.stringContaining(PROBLEM)]);
    }
    expect((await owner.submit('/setup', { ...form, password: GOOD })).headers['location']).toBe('/');
  });

  it('when it is changed', async () => {
    const change = (new_password: string) =>
      owner.call('POST', '/password', { current_password: GOOD, new_password });
    for (const password of [...WEAK, email]) {
      const { status, body } = await change(password);
      expect([status, body.message]).toEqual([422, expect.stringContaining(PROBLEM)]);
    }
    expect((await change(GOOD)).status).toBe(200);
  });

  it('by a reset link, which stays usable', async () => {
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } });
    const expiresAt = new Date(Date.now() + 60_000);
    const { id } = await prisma.passwordReset.create({ data: { id: crypto.randomUUID(), userId, expiresAt } });
    const path = `/reset-password?token=${createResetLinks(appSecretsOf(process.settings)).tokenOf(id)}`;
    for (const password of [...WEAK, email]) {
      const { status, text } = await plainBrowser(app).submit(path, { password });
      expect([status, alertOf(text)]).toEqual([422, expect.stringContaining(PROBLEM)]);
    }
    expect((await plainBrowser(app).submit(path, { password: GOOD })).status).toBe(303);
  });

  it('by an invitation, which stays usable', async () => {
    const browser = plainBrowser(app);
    await browser.submit('/sign-in', { email, password: GOOD });
    const { id: accountId } = await prisma.account.findFirstOrThrow();
    const recipient = 'kim@studio.example';
    await browser.call('POST', `/accounts/${accountId}/invitations`, { email: recipient, role: 'member' });
    const { id } = await prisma.invitation.findFirstOrThrow();
    const path = `/invitation?token=${createInvitationLinks(appSecretsOf(process.settings)).tokenOf(id)}`;
    for (const password of [...WEAK.slice(0, 2), recipient, 'Kim Okafor', 'Night Harbor']) {
      const { status, text } = await plainBrowser(app).submit(path, { name: 'Kim Okafor', password });
      expect([status, alertOf(text)]).toEqual([422, expect.stringContaining(PROBLEM)]);
    }
    expect((await plainBrowser(app).submit(path, { name: 'Kim Okafor', password: GOOD })).status).toBe(303);
  });
});
