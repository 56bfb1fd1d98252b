import { describe, expect, it } from '@jest/globals';
import { signers } from '@slipway/providers/signers';
import { eventually } from '@slipway/testing';
import { type Answer, openIngest, type Request } from './ingest.js';

const ingest = await openIngest({ WEBHOOK_AUTH_FAILURE_LIMIT: '100000' });
const { send, make, project, database } = ingest;
const { prisma } = database;
const strict = await openIngest({ WEBHOOK_AUTH_FAILURE_LIMIT: '2' });

const json = { 'content-type': 'application/json' };
const heartbeat = '{"events":[]}';

interface Asana {
  readonly id: number;
  readonly token: string;
}

/** Sends a request. Repeats it if the machine is so busy that the database does not answer in time. */
async function post({ token }: Pick<Asana, 'token'>, request: Request): Promise<Answer> {
  const answer = await send(`asana?token=${token}`, request);
  return answer.status === 503 ? post({ token }, request) : answer;
}

const shake = (asana: Asana, secret: string, headers: Record<string, string> = {}) =>
  post(asana, { headers: { 'x-hook-secret': secret, ...headers }, body: '{}' });

async function statusOfSigned(asana: Asana, secret: string): Promise<number> {
  const headers = { ...json, ...signers.asana.sign({ body: heartbeat, secret, now: 0 }) };
  return (await post(asana, { headers, body: heartbeat })).status;
}

const setWindow = ({ id }: Asana, handshakeOpenUntil: Date) =>
  prisma.integration.update({ where: { id }, data: { handshakeOpenUntil } });

const secretsOf = ({ id }: Asana) => prisma.integrationSecret.findMany({ where: { integrationId: id } });

const recordsOf = ({ id }: Asana) =>
  prisma.auditEntry.findMany({
    where: { action: 'integration.handshake', detail: { path: ['integration_id'], equals: id } },
  });

const mailsAbout = ({ id }: Asana) =>
  prisma.mailOutbox.findMany({
    where: { kind: 'handshake', payload: { path: ['integrationId'], equals: id } },
  });

/** How much an integration's handshakes left behind. */
async function countLeftovers(asana: Asana) {
  const [secrets, records, mails] = await Promise.all([secretsOf(asana), recordsOf(asana), mailsAbout(asana)]);
  return { secrets: secrets.length, records: records.length, mails: mails.length };
}

const LIMIT = 100;

describe('a handshake while the window is open', () => {
  it('is echoed, stored encrypted, and takes effect at once beside other secrets', async () => {
    const asana = await make.integration(project, 'asana');
    for (const secret of ['first-hook-secret', 'second-hook-secret']) {
      const { status, headers } = await shake(asana, secret);
      expect([status, headers.get('x-hook-secret')]).toEqual([200, secret]);
    }
    const stored = await secretsOf(asana);
    expect(stored).toHaveLength(2);
    expect(Buffer.from(stored[0]?.ciphertext ?? []).includes('hook-secret')).toBe(false);
    expect([
      await statusOfSigned(asana, 'first-hook-secret'),
      await statusOfSigned(asana, 'second-hook-secret'),
      await statusOfSigned(asana, 'other'),
    ]).toEqual([200, 200, 401]);
  });

  it('is accepted for 24 hours after the integration is created', async () => {
    const before = Date.now();
    const { id } = await make.integration(project, 'asana');
    const { handshakeOpenUntil } = await prisma.integration.findUniqueOrThrow({ where: { id } });
    const openedAt = handshakeOpenUntil.getTime() - 24 * 60 * 60_000;
    expect([openedAt >= before, openedAt <= Date.now() + 1]).toEqual([true, true]);
  });

  it('is recorded in the audit log and mailed to every owner once, and a repeat is only echoed', async () => {
    const { accountId, userId } = await make.studio();
    const other = await make.studio();
    const member = await make.studio();
    await prisma.accountMembership.createMany({
      data: [
        { accountId, userId: other.userId, role: 'owner' },
        { accountId, userId: member.userId, role: 'member' },
      ],
    });
    const asana = await make.integration(await make.project(accountId), 'asana');
    for (let times = 0; times < 3; times += 1)
      expect((await shake(asana, 'canary-secret', { 'user-agent': 'Asana/1' })).status).toBe(200);
    const records = await recordsOf(asana);
    expect(records).toMatchObject([
      { accountId, userId: null, target: 'asana', ipAddress: '127.0.0.1', userAgent: 'Asana/1' },
    ]);
    const mails = await mailsAbout(asana);
    expect(mails.map((mail) => mail.userId).toSorted()).toEqual([userId, other.userId].toSorted());
    expect(JSON.stringify([records, mails], (_, value) => (typeof value === 'bigint' ? 0 : value))).not.toContain(
      'canary',
    );
  });

  it('is stored, recorded and mailed once when the same secret arrives twice at the same time', async () => {
    const asana = await make.integration(project, 'asana');
    const answers = await Promise.all(Array.from({ length: 8 }, () => shake(asana, 'same-secret')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await countLeftovers(asana)).toEqual({ secrets: 1, records: 1, mails: 1 });
  });

  it('reactivates a removed secret, which is recorded like a new one', async () => {
    const asana = await make.integration(project, 'asana');
    await shake(asana, 'removed-secret');
    await shake(asana, 'kept-secret');
    const [removed] = await secretsOf(asana);
    await prisma.integrationSecret.update({ where: { id: removed?.id ?? 0 }, data: { retiredAt: new Date() } });
    await eventually('the secret is removed', async () =>
      (await statusOfSigned(asana, 'removed-secret')) === 401 ? true : undefined,
    );
    expect((await shake(asana, 'removed-secret')).status).toBe(200);
    expect(await statusOfSigned(asana, 'removed-secret')).toBe(200);
    expect(await countLeftovers(asana)).toEqual({ secrets: 2, records: 3, mails: 3 });
  });

  it('never displaces a stored secret: beyond a hundred, new ones get 401, even when they arrive at once', async () => {
    const asana = await make.integration(project, 'asana');
    for (let number = 0; number < LIMIT - 4; number += 1) await ingest.addSecret(asana.id, `old-${number}`);
    expect((await shake(asana, 'genuine')).status).toBe(200);
    const forged = await Promise.all(Array.from({ length: 10 }, (_, number) => shake(asana, `forged-${number}`)));
    const refused = forged.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body['error']])).toEqual(
      Array(7).fill([401, 'invalid_signature']),
    );
    const stored = await secretsOf(asana);
    expect([stored.length, stored.filter(({ retiredAt }) => retiredAt !== null)]).toEqual([LIMIT, []]);
    expect([await statusOfSigned(asana, 'old-0'), await statusOfSigned(asana, 'genuine')]).toEqual([200, 200]);
    // A known secret needs no additional slot.
    expect((await shake(asana, 'genuine')).status).toBe(200);
  });
});

describe('a handshake while the window is closed', () => {
  it('401: nothing is echoed, stored, recorded or mailed, and existing secrets stay valid', async () => {
    const asana = await make.integration(project, 'asana');
    expect((await shake(asana, 'genuine')).status).toBe(200);
    await setWindow(asana, new Date(Date.now() - 1));
    for (const secret of ['forged', 'genuine']) {
      const { status, body, headers } = await shake(asana, secret);
      expect([status, body['error'], headers.get('x-hook-secret')]).toEqual([401, 'invalid_signature', null]);
      expect(body['message']).toMatch(/owner/);
    }
    expect(await countLeftovers(asana)).toEqual({ secrets: 1, records: 1, mails: 1 });
    expect([await statusOfSigned(asana, 'forged'), await statusOfSigned(asana, 'genuine')]).toEqual([401, 200]);
  });

  it('is accepted again once the window is reopened, without a restart', async () => {
    const asana = await make.integration(project, 'asana');
    await setWindow(asana, new Date(Date.now() - 1));
    expect((await shake(asana, 'a-secret')).status).toBe(401);
    await setWindow(asana, new Date(Date.now() + 60_000));
    await eventually('the window is open', async () =>
      (await shake(asana, 'a-secret')).status === 200 ? true : undefined,
    );
    expect(await statusOfSigned(asana, 'a-secret')).toBe(200);
  });

  it('counts as a failed authentication of the sender’s network', async () => {
    const asana = await strict.make.integration(strict.project, 'asana');
    await strict.database.prisma.integration.update({
      where: { id: asana.id },
      data: { handshakeOpenUntil: new Date(0) },
    });
    const statuses: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      const request = { headers: { 'x-hook-secret': `forged-${times}` }, body: '{}' };
      statuses.push((await strict.send(`asana?token=${asana.token}`, request)).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
  });
});
