import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openProcessDatabase } from '@slipway/db';
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

/** Times out quickly on a silent server, but not while a busy machine makes an attentive one wait. */
const hasty = { SMTP_URL: `${smtp.url}?socketTimeout=2000&greetingTimeout=2000` };

/** Sends what is due once, as a single worker does. */
async function deliver(env: { SMTP_URL?: string; DATA_DIR?: string } = {}): Promise<void> {
  const mailer = createMailer({ ...context.settings, SMTP_URL: smtp.url, ...env });
  const metrics = createWorkerMetrics(createMetrics());
  const pool = createMailPool({ database, mailer, metrics, logger: context.logger });
  await pool.startDue();
  await pool.idle();
}

async function newTokenMail(name = 'Build bot') {
  const { userId } = await make.studio();
  const expiresAt = new Date('2027-02-13T09:12:00Z');
  const token = await make.apiToken(userId, { scopes: ['ping', 'read:tasks'], expiresAt });
  const createdAt = new Date('2026-11-15T09:12:00Z');
  const row = await prisma.apiToken.update({
    where: { id: token.id },
    data: { name, createdAt, origin: 'cli' },
    include: { user: true },
  });
  const messageId = `token-${token.id}-${randomUUID()}`;
  const { id } = await prisma.mailOutbox.create({
    data: { kind: 'token_created', userId, apiTokenId: token.id, messageId, nextAttemptAt: new Date(0) },
  });
  return {
    id,
    messageId,
    userId,
    token: token.token,
    prefix: row.prefix,
    address: row.user.email,
    row: () => prisma.mailOutbox.findUniqueOrThrow({ where: { id } }),
    /** Makes the email due, as if its delay or the lease of a dead worker had expired. */
    becomesDue: () => prisma.mailOutbox.update({ where: { id }, data: { nextAttemptAt: new Date(0) } }),
  };
}

const receivedBy = (address: string) => smtp.received.filter(({ to }) => to.includes(address));

beforeEach(async () => {
  smtp.reply();
  smtp.onMail(() => undefined);
  await prisma.mailOutbox.deleteMany();
});

describe('a token notice', () => {
  it('reaches only the owner and lists everything but the token', async () => {
    const mail = await newTokenMail();
    await deliver();
    const [received, ...others] = receivedBy(mail.address);
    expect(others).toEqual([]);
    expect(received?.to).toEqual([mail.address]);
    expect(received?.from).toBe('slipway@slipway.test');
    expect(received?.parsed).toMatchObject({
      messageId: `<${mail.messageId}@slipway.test>`,
      subject: 'A new API token was created for your Slipway account',
    });
    for (const text of [received?.parsed.text, received?.parsed.html]) {
      for (const part of ['Build bot', mail.prefix, 'the command-line login', '15 November 2026', '09:12 UTC'])
        expect(text).toContain(part);
      expect(text).toContain('13 February 2027');
      expect(text).toContain('ping, read:tasks');
      expect(text).toContain('https://slipway.test/settings/tokens');
      expect(text).not.toContain(mail.token);
    }
    expect(await mail.row()).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
    expect((await mail.row()).sentAt).not.toBeNull();
  });

  it('is sent once by any number of workers', async () => {
    const mails = await Promise.all(Array.from({ length: 12 }, () => newTokenMail()));
    await Promise.all([deliver(), deliver(), deliver()]);
    for (const { address, row } of mails) {
      expect(receivedBy(address)).toHaveLength(1);
      expect((await row()).status).toBe('sent');
    }
  });

  it('neutralizes markup, headers and line breaks in a token name', async () => {
    const mail = await newTokenMail('x\r\nBcc: victim@studio.test\u2028<script>alert(1)</script>\u202e');
    await deliver();
    const [received] = receivedBy(mail.address);
    expect(received?.to).toEqual([mail.address]);
    expect(received?.parsed.bcc).toBeUndefined();
    expect(received?.parsed.text).toContain('x Bcc: victim@studio.test <script>alert(1)</script>\n');
    expect(received?.parsed.html).not.toContain('<script>');
  });
});

describe('a mail server', () => {
  it('receives the mail later, with the same Message-ID, after a temporary failure', async () => {
    const mail = await newTokenMail();
    smtp.reply({ recipient: 451 });
    await deliver();
    const postponed = await mail.row();
    expect(postponed).toMatchObject({ status: 'pending', attempts: 1 });
    expect(postponed.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
    await deliver();
    expect(receivedBy(mail.address)).toEqual([]);
    smtp.reply();
    await mail.becomesDue();
    await deliver();
    expect(receivedBy(mail.address).map(({ parsed }) => parsed.messageId)).toEqual([
      `<${mail.messageId}@slipway.test>`,
    ]);
    expect(await mail.row()).toMatchObject({ status: 'sent', attempts: 2, lastError: null });
  });

  it.each([{ recipient: 550 }, { data: 554 }])('gets no second attempt after refusing with %j', async (answer) => {
    const mail = await newTokenMail();
    smtp.reply(answer);
    await deliver();
    const failed = await mail.row();
    expect(failed).toMatchObject({ status: 'failed', attempts: 1 });
    expect(failed.lastError).toMatch(/55[04].*mailbox of/s);
    expect(failed.lastError).not.toContain('@');
    smtp.reply();
    await mail.becomesDue();
    await deliver();
    expect((await mail.row()).status).toBe('failed');
  });

  it.each([
    ['refuses the session', { greeting: 554 } as const],
    ['never responds', { greeting: 'hang' } as const],
  ])('gets another attempt later when it %s, because an operator may fix it', async (_what, answer) => {
    const mail = await newTokenMail();
    smtp.reply(answer);
    await deliver(hasty);
    expect(await mail.row()).toMatchObject({ status: 'pending', attempts: 1 });
  });

  it('gets another attempt later when it is unreachable', async () => {
    const mail = await newTokenMail();
    await deliver({ SMTP_URL: 'smtp://127.0.0.1:1/' });
    const postponed = await mail.row();
    expect(postponed).toMatchObject({ status: 'pending', attempts: 1 });
    expect(postponed.lastError).toContain('ECONNREFUSED');
  });

  it('receives a mail at most twice if it never confirms it', async () => {
    const mail = await newTokenMail();
    smtp.reply({ data: 'hang' });
    await deliver(hasty);
    expect((await mail.row()).status).toBe('pending');
    await mail.becomesDue();
    await deliver(hasty);
    expect((await mail.row()).status).toBe('failed');
    expect(receivedBy(mail.address)).toHaveLength(2);
  });
});

describe('a mail server that does not confirm a mail', () => {
  it('receives it once more after an outage', async () => {
    const mail = await newTokenMail();
    smtp.reply({ data: 'hang' });
    await deliver(hasty);
    expect(await mail.row()).toMatchObject({ status: 'pending', attempts: 1, unconfirmed: true });
    for (const attempts of [2, 3, 4]) {
      await mail.becomesDue();
      await deliver({ SMTP_URL: 'smtp://127.0.0.1:1/' });
      expect(await mail.row()).toMatchObject({ status: 'pending', attempts, unconfirmed: true });
    }
    smtp.reply();
    await mail.becomesDue();
    await deliver();
    expect(await mail.row()).toMatchObject({ status: 'sent', attempts: 5 });
    expect(new Set(receivedBy(mail.address).map(({ parsed }) => parsed.messageId)).size).toBe(1);
    expect(receivedBy(mail.address)).toHaveLength(2);
  });

  it('gets no third attempt if it still does not confirm after an outage', async () => {
    const mail = await newTokenMail();
    smtp.reply({ data: 'hang' });
    await deliver(hasty);
    await mail.becomesDue();
    await deliver({ SMTP_URL: 'smtp://127.0.0.1:1/' });
    await mail.becomesDue();
    await deliver(hasty);
    expect((await mail.row()).status).toBe('failed');
    expect(receivedBy(mail.address)).toHaveLength(2);
  });
});

describe('a dead or late worker', () => {
  it('that died between sending and recording a mail causes one repeat, with the same Message-ID', async () => {
    const mail = await newTokenMail();
    // Undoes the record, as if the worker had been killed just before it.
    await prisma.$executeRawUnsafe(`CREATE FUNCTION lose_mark() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.status = 'sent' THEN RETURN NULL; END IF; RETURN NEW; END $$`);
    await prisma.$executeRawUnsafe(
      'CREATE TRIGGER lose_mark BEFORE UPDATE ON mail_outbox FOR EACH ROW EXECUTE FUNCTION lose_mark()',
    );
    await deliver();
    await prisma.$executeRawUnsafe('DROP TRIGGER lose_mark ON mail_outbox');
    expect(await mail.row()).toMatchObject({ status: 'sending', attempts: 1 });
    await deliver();
    expect(receivedBy(mail.address)).toHaveLength(1);
    await mail.becomesDue();
    await deliver();
    await mail.becomesDue();
    await deliver();
    expect(new Set(receivedBy(mail.address).map(({ parsed }) => parsed.messageId)).size).toBe(1);
    expect(receivedBy(mail.address)).toHaveLength(2);
    expect(await mail.row()).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('that died during a repeat causes no further attempt', async () => {
    const mail = await newTokenMail();
    for (const attempts of [1, 2]) {
      await prisma.mailOutbox.update({ where: { id: mail.id }, data: { status: 'sending', attempts } });
      await mail.becomesDue();
      smtp.reply({ recipient: 451 });
      await deliver();
      expect(await mail.row()).toMatchObject(
        attempts === 1 ? { status: 'pending', unconfirmed: true } : { status: 'failed', attempts: 2 },
      );
    }
    expect((await mail.row()).lastError).toContain('died');
  });

  it('cannot overwrite another worker’s result', async () => {
    const mail = await newTokenMail();
    smtp.reply({ data: 451 });
    smtp.onMail(async () => {
      await prisma.mailOutbox.update({ where: { id: mail.id }, data: { attempts: 2 } });
    });
    await deliver();
    expect(await mail.row()).toMatchObject({ status: 'sending', attempts: 2, lastError: null });
  });
});

describe('without a mail server', () => {
  const folder = join(context.settings.DATA_DIR, 'mail');

  it('each mail becomes a file, and a repeat overwrites the first', async () => {
    const mail = await newTokenMail();
    await deliver({ SMTP_URL: '' });
    const [file = '', ...others] = (await readdir(folder)).filter((name) => name.includes(mail.messageId));
    expect(others).toEqual([]);
    expect(file).toBe(`${mail.messageId}@slipway.test.eml`);
    expect(await readFile(join(folder, file), 'utf8')).toContain(`To: ${mail.address}`);
    await prisma.mailOutbox.update({ where: { id: mail.id }, data: { status: 'sending' } });
    await mail.becomesDue();
    await deliver({ SMTP_URL: '' });
    expect((await readdir(folder)).filter((name) => name.includes(mail.messageId))).toEqual([file]);
  });

  it('a mail whose folder is not writable is tried again later', async () => {
    const mail = await newTokenMail();
    const blocked = join(context.settings.DATA_DIR, 'blocked');
    await mkdir(blocked);
    await writeFile(join(blocked, 'mail'), 'a file where the folder should be');
    await deliver({ SMTP_URL: '', DATA_DIR: blocked });
    expect(await mail.row()).toMatchObject({ status: 'pending', attempts: 1 });
  });
});

it('a mail to an owner without an address is abandoned', async () => {
  const mail = await newTokenMail();
  await prisma.user.update({ where: { id: mail.userId }, data: { email: `none-${mail.userId}` } });
  await deliver();
  expect(await mail.row()).toMatchObject({ status: 'failed', lastError: 'the recipient has no email address' });
});

it('the log contains no email address', () => {
  const lines = context.logLines.filter((line) => line.includes('mail not sent'));
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.join('')).not.toMatch(/@/);
});
