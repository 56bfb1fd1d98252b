import { describe, expect, it } from '@jest/globals';
import { appSecretsOf, createResetLinks, createUnsubscribeLinks } from '@slipway/domain';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const { app, process, database, make } = await serveConsole();
const { prisma } = database;
const appSecrets = appSecretsOf(process.settings);
const links = createUnsubscribeLinks(appSecrets);

const pathOf = (userId: number) => `/unsubscribe?token=${links.tokenOf(String(userId))}`;
const preferenceOf = (userId: number) => prisma.notificationPreference.findUnique({ where: { userId } });

/** A person who gets a daily digest, with an email that waits to be sent. */
async function newReader() {
  const { userId } = await make.studio();
  const digest = { mail: 'digest', timezone: 'Europe/Berlin', nextDigestAt: new Date() } as const;
  await prisma.notificationPreference.create({ data: { userId, ...digest } });
  const messageId = (kind: string) => `${kind}-${userId}`;
  for (const kind of ['notification', 'password_changed'])
    await prisma.mailOutbox.create({ data: { kind, userId, payload: {}, messageId: messageId(kind) } });
  return userId;
}

/** What a mail program sends: no cookies, no origin, and a form that says so (RFC 8058). */
const oneClick = (path: string) => plainBrowser(app).post(path, { 'List-Unsubscribe': 'One-Click' });

describe('GET /unsubscribe', () => {
  it('asks first, without signing in, because mail scanners open links', async () => {
    const userId = await newReader();
    const { status, text } = await plainBrowser(app).open(pathOf(userId));
    expect([status, text]).toEqual([200, expect.stringContaining('<button type="submit">Unsubscribe')]);
    expect(await preferenceOf(userId)).toMatchObject({ mail: 'digest' });
  });

  it.each([
    ['no token', ''],
    ['a forged token', `?token=1.${'x'.repeat(43)}`],
    ['a token for another purpose', `?token=${createResetLinks(appSecrets).tokenOf('1')}`],
  ])('404: %s', async (_, query) => {
    const { status, text } = await plainBrowser(app).open(`/unsubscribe${query}`);
    expect([status, text]).toEqual([404, expect.stringContaining('This link does not work')]);
  });
});

describe('POST /unsubscribe', () => {
  it('stops notification emails with one click, also those that wait, and no others', async () => {
    const userId = await newReader();
    const { status, text } = await oneClick(pathOf(userId));
    expect([status, text]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
    expect(await preferenceOf(userId)).toMatchObject({
      mail: 'off',
      nextDigestAt: null,
      timezone: 'Europe/Berlin',
    });
    const waiting = await prisma.mailOutbox.findMany({ where: { userId } });
    expect(waiting.map(({ kind }) => kind)).toEqual(['password_changed']);
  });

  it('writes one entry to the audit log, however often the link is used', async () => {
    const userId = await newReader();
    for (let click = 0; click < 2; click += 1) await oneClick(pathOf(userId));
    const entries = await prisma.auditEntry.findMany({ where: { userId } });
    expect(entries).toMatchObject([
      {
        action: 'notifications.unsubscribe',
        ipAddress: expect.stringContaining('127.0.0.1'),
        hash: expect.anything(),
      },
    ]);
  });

  it('works for a person without settings, and repeatedly', async () => {
    const { userId } = await make.studio();
    for (let click = 0; click < 2; click += 1) expect((await oneClick(pathOf(userId))).status).toBe(200);
    expect(await preferenceOf(userId)).toMatchObject({ mail: 'off' });
  });

  it('404: a forged token', async () => {
    expect((await oneClick(`/unsubscribe?token=1.${'x'.repeat(43)}`)).status).toBe(404);
  });
});
