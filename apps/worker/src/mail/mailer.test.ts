import { beforeEach, describe, expect, it } from '@jest/globals';
import { inviteToAccount, openProcessDatabase, requestPasswordReset } from '@slipway/db';
import { appSecretsOf, createInvitationLinks, createResetLinks, createUnsubscribeLinks } from '@slipway/domain';
import { createMetrics } from '@slipway/runtime';
import { factories, testProcess, testSmtp } from '@slipway/testing';
import { createWorkerMetrics } from '../worker-metrics.js';
import { createMailer } from './mailer.js';
import { createMailPool } from './send-mail.js';

const smtp = await testSmtp();
const context = await testProcess({ BASE_URL: 'https://slipway.test' });
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });
const { prisma } = database;
const make = factories(database);

async function deliver(): Promise<void> {
  const mailer = createMailer({ ...context.settings, SMTP_URL: smtp.url });
  const metrics = createWorkerMetrics(createMetrics());
  const pool = createMailPool({ database, mailer, metrics, logger: context.logger });
  await pool.startDue();
  await pool.idle();
}

const receivedBy = (address: string) => smtp.received.filter(({ to }) => to.includes(address));

beforeEach(async () => {
  await prisma.mailOutbox.deleteMany();
});

describe('a password reset link', () => {
  it('is sent to the user only, and is stored nowhere in the database', async () => {
    const { userId } = await make.studio();
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    await requestPasswordReset(database, email, new Date());
    const { id } = await prisma.passwordReset.findFirstOrThrow({ where: { userId } });
    const token = createResetLinks(appSecretsOf(context.settings)).tokenOf(id);
    const [row] = await prisma.mailOutbox.findMany();
    expect(JSON.stringify(row)).not.toContain(token.split('.')[1]);
    await deliver();
    const [received, ...others] = receivedBy(email);
    expect(others).toEqual([]);
    expect(received?.parsed.subject).toBe('Reset your Slipway password');
    for (const text of [received?.parsed.text, received?.parsed.html])
      expect(text).toContain(`https://slipway.test/reset-password?token=${token}`);
  });
});

describe('a notification email', () => {
  const message = {
    tone: 'bad',
    title: 'Harbor-Win64 is broken',
    text: 'It does not compile.',
    quote: null,
    facts: [],
    link: { label: 'Open the build', url: 'https://slipway.test/b/1' },
    source: 'Harbor',
  };

  it.each([
    ['notification', { message, thread: '1:outage' }],
    ['notification_digest', { messages: [message] }],
  ])('(%s) can be unsubscribed from with one click', async (kind, payload) => {
    const { userId } = await make.studio();
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    await prisma.mailOutbox.create({ data: { kind, userId, payload, messageId: `unsubscribe-${kind}` } });
    await deliver();
    const token = createUnsubscribeLinks(appSecretsOf(context.settings)).tokenOf(String(userId));
    const url = `https://slipway.test/unsubscribe?token=${token}`;
    const [received] = receivedBy(email);
    const headers = received?.parsed.headerLines.map(({ line }) => line.replaceAll(/\s+/g, ' ')) ?? [];
    expect(headers).toContain(`List-Unsubscribe: <${url}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    for (const text of [received?.parsed.text, received?.parsed.html]) expect(text).toContain(url);
  });
});

describe('the notice of a password change', () => {
  it.each([
    ['reset', 'a link sent by email'],
    ['settings', 'the settings'],
  ])('by %s tells the user the time, the network and what to do', async (how, shown) => {
    const { userId } = await make.studio();
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    const payload = { how, changedAt: '2026-11-16T09:12:00.000Z', ipAddress: '203.0.113.7' };
    await prisma.mailOutbox.create({
      data: { kind: 'password_changed', userId, payload, messageId: `changed-${how}` },
    });
    await deliver();
    const [received, ...others] = receivedBy(email);
    expect(others).toEqual([]);
    expect(received?.parsed.subject).toBe('Your Slipway password was changed');
    for (const text of [received?.parsed.text, received?.parsed.html])
      for (const part of [shown, '16 November 2026', '09:12 UTC', '203.0.113.7', '/forgot-password'])
        expect(text).toContain(part);
  });
});

describe('a security notice', () => {
  const at = '2026-11-16T09:12:00.000Z';
  const cases: [string, object, string, string[]][] = [
    [
      'new_device',
      {
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ipAddress: '::ffff:203.0.113.7',
        signedInAt: at,
      },
      'New sign-in to Slipway',
      ['Firefox on Linux', '203.0.113.7', '/forgot-password'],
    ],
    [
      'guessed_codes',
      { count: 30, lastAt: at, ipAddress: '::ffff:203.0.113.7' },
      'Someone is guessing your sign-in codes for Slipway',
      ['30', '203.0.113.7', 'recovery code', '/forgot-password'],
    ],
    [
      'suspended',
      { accountName: 'Tidewater\nGames', domain: 'tidewater.example', needs: 'permission', since: at },
      'You no longer have access to Tidewater Games',
      ['tidewater.example', 'ask an owner', 'other accounts are not affected'],
    ],
    [
      'suspended',
      { accountName: 'Tidewater Games', domain: 'tidewater.example', needs: 'second_factor', since: at },
      'Tidewater Games needs a second factor',
      ['has allowed your address', '/second-factor/set-up'],
    ],
    [
      'new_owner',
      { accountName: 'Tidewater\nGames', name: 'Sana Ito', madeBy: 'Maren Holt', since: at },
      'Sana Ito is now an owner of Tidewater Games',
      ['Maren Holt', '/settings/members'],
    ],
    [
      'new_secret',
      {
        name: 'Jira',
        integrationId: 7,
        projectId: 3,
        projectName: 'Paper Boats',
        replacedBy: 'Maren Holt',
        replacedAt: at,
        ipAddress: '203.0.113.7',
      },
      'New signing secret for Jira',
      ['accepts requests', 'Paper Boats', 'Maren Holt', '203.0.113.7', '/projects/3/integrations/7'],
    ],
    [
      'new_secret',
      {
        name: 'Build bot',
        integrationId: null,
        projectId: 3,
        projectName: 'Paper Boats',
        replacedBy: 'Maren Holt',
        replacedAt: at,
        ipAddress: '203.0.113.7',
      },
      'New signing secret for Build bot',
      ['signs the notifications', 'Replaced by', 'Maren Holt', '/projects/3/notifications'],
    ],
    [
      'new_secret',
      {
        name: 'GitHub',
        integrationId: 8,
        isFirst: true,
        projectId: 3,
        projectName: 'Paper Boats',
        replacedBy: 'Maren Holt',
        replacedAt: at,
        ipAddress: '203.0.113.7',
      },
      'New signing secret for GitHub',
      ['accepts requests', 'Created by', 'added this integration, remove it', '/projects/3/integrations/8'],
    ],
  ];

  it.each(cases)('%s of %j names who, when and what to do', async (kind, payload, subject, parts) => {
    const { userId } = await make.studio();
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    await prisma.mailOutbox.create({ data: { kind, userId, payload, messageId: crypto.randomUUID() } });
    await deliver();
    const [received, ...others] = receivedBy(email);
    expect(others).toEqual([]);
    expect(received?.parsed.subject).toBe(subject);
    for (const text of [received?.parsed.text, received?.parsed.html])
      for (const part of [...parts, '16 November 2026', '09:12 UTC']) expect(text).toContain(part);
  });
});

describe('an invitation', () => {
  async function invite(email: string) {
    const { accountId, userId } = await make.studio();
    await inviteToAccount(database, {
      accountId,
      email,
      role: 'owner',
      invitedById: userId,
      now: new Date(),
    });
    const { name } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    const { id } = await prisma.invitation.findFirstOrThrow({ where: { accountId, email } });
    return { id, accountName: name };
  }

  it('is sent to the invited address, with a link that is stored nowhere', async () => {
    const { id, accountName } = await invite('new.artist@elsewhere.test');
    await deliver();
    const [received, ...others] = receivedBy('new.artist@elsewhere.test');
    expect(others).toEqual([]);
    expect(received?.parsed.subject).toBe(`Join ${accountName} on Slipway`);
    const token = createInvitationLinks(appSecretsOf(context.settings)).tokenOf(id);
    for (const text of [received?.parsed.text, received?.parsed.html]) {
      expect(text).toContain(`https://slipway.test/invitation?token=${token}`);
      expect(text).toContain('an owner');
    }
  });

  it('is not sent once it is withdrawn', async () => {
    const { id } = await invite('withdrawn@elsewhere.test');
    await prisma.invitation.delete({ where: { id } });
    await deliver();
    expect(receivedBy('withdrawn@elsewhere.test')).toEqual([]);
    const [row] = await prisma.mailOutbox.findMany();
    expect(row).toMatchObject({ status: 'failed', lastError: 'its subject no longer exists' });
  });
});

it('the log contains no email address', () => {
  expect(context.logLines.join('')).not.toMatch(/@elsewhere/);
});
