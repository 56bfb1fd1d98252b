import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addSigningSecret, countSecrets, replaceSigningSecret, resealSecrets, saveSsoProvider } from '@slipway/db';
import {
  type AppSecrets,
  openClientSecret,
  openFactorSecret,
  openMaskedValue,
  openSecret,
  sealClientSecret,
  sealFactorSecret,
  sealMaskedValue,
  sealSecret,
} from '@slipway/domain';
import { eventually, factories, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const project = await make.project((await make.studio()).accountId);
const { id } = await make.integration(project, 'asana');

const [before, after] = ['the value before', 'the value after'] as const;
const old: AppSecrets = [before];
const both: AppSecrets = [after, before];
const now = new Date();
const soon = new Date(now.getTime() + 60_000);
const later = new Date(now.getTime() + 120_000);

beforeEach(() => prisma.integrationSecret.deleteMany());

async function store(appSecrets: AppSecrets, secret: string, retiredAt: Date | null = null): Promise<void> {
  const { ciphertext, fingerprint } = sealSecret(appSecrets, id, secret);
  await prisma.integrationSecret.create({ data: { integrationId: id, ciphertext, fingerprint, retiredAt } });
}

/** The secrets that a process accepting these values can read. */
async function stored(appSecrets: AppSecrets) {
  const rows = await prisma.integrationSecret.findMany({ orderBy: { id: 'asc' } });
  return rows.map(({ ciphertext, retiredAt }) => [openSecret(appSecrets, id, ciphertext)?.secret, retiredAt]);
}

describe('re-encrypting the stored secrets with a new APP_SECRET', () => {
  it('leaves nothing that needs the old value, and can be repeated', async () => {
    for (let n = 0; n < 3; n += 1) await store(old, `secret ${n}`);
    await store([after], 'new');
    expect(await countSecrets(database, both)).toEqual({ current: 1, others: 3, unreadable: 0 });
    expect(await resealSecrets(database, both)).toBe(3);
    expect(await countSecrets(database, [after])).toEqual({ current: 4, others: 0, unreadable: 0 });
    expect(await resealSecrets(database, both)).toBe(0);
  });

  it('includes the client secrets of identity providers', async () => {
    const { accountId } = await make.studio();
    const provider = { accountId, issuer: 'https://login.example', clientId: 'slipway', domain: 'reseal.example' };
    const sealed = sealClientSecret(old, accountId, 'client');
    await database.modelTransaction((tx) => saveSsoProvider(tx, { ...provider, clientSecret: sealed }));
    expect(await countSecrets(database, both)).toEqual({ current: 0, others: 1, unreadable: 0 });
    expect(await resealSecrets(database, both)).toBe(1);
    const { clientSecret } = await prisma.ssoProvider.findUniqueOrThrow({ where: { accountId } });
    expect(openClientSecret([after], accountId, clientSecret)?.secret).toBe('client');
    expect(openClientSecret([after], accountId + 1, clientSecret)).toBeNull();
    await prisma.ssoProvider.deleteMany();
  });

  it('includes the secrets of second factors', async () => {
    const { userId } = await make.studio();
    await prisma.secondFactor.create({ data: { userId, ciphertext: sealFactorSecret(old, userId, 'factor') } });
    expect(await countSecrets(database, both)).toEqual({ current: 0, others: 1, unreadable: 0 });
    expect(await resealSecrets(database, both)).toBe(1);
    const { ciphertext } = await prisma.secondFactor.findUniqueOrThrow({ where: { userId } });
    expect(openFactorSecret([after], userId, ciphertext)?.secret).toBe('factor');
    expect(openFactorSecret([after], userId + 1, ciphertext)).toBeNull();
    await prisma.secondFactor.deleteMany();
  });

  it('includes the masked values of projects, and stores each only once', async () => {
    const save = (appSecrets: AppSecrets, name: string, value: string) => {
      const { ciphertext, fingerprint } = sealMaskedValue(appSecrets, project.id, value);
      return prisma.maskedValue.create({
        data: { projectId: project.id, name, ciphertext, fingerprint, createdById: 1 },
      });
    };
    await save(old, 'first', 'value one');
    await save(old, 'second', 'value two');
    await save([after], 'twin', 'value two');
    expect(await countSecrets(database, both)).toEqual({ current: 1, others: 2, unreadable: 0 });
    expect(await resealSecrets(database, both)).toBe(2);
    expect(await countSecrets(database, [after])).toEqual({ current: 2, others: 0, unreadable: 0 });
    const values = await prisma.maskedValue.findMany({ orderBy: { id: 'asc' } });
    expect(values.map(({ ciphertext }) => openMaskedValue([after], project.id, ciphertext)?.secret)).toEqual([
      'value one',
      'value two',
    ]);
    await prisma.maskedValue.deleteMany();
  });

  it('handles any number of integrations, and reports its progress', async () => {
    const integrations = await Promise.all(Array.from({ length: 5 }, () => make.integration(project, 'asana')));
    const rows = integrations.flatMap(({ id: integrationId }) =>
      Array.from({ length: 120 }, (_, n) => {
        const { ciphertext, fingerprint } = sealSecret(old, integrationId, `secret ${n}`);
        return { integrationId, ciphertext, fingerprint };
      }),
    );
    await prisma.integrationSecret.createMany({ data: rows });
    const progress: number[] = [];
    expect(await resealSecrets(database, both, (done) => progress.push(done))).toBe(600);
    expect(progress.at(-1)).toBe(600);
    expect(await countSecrets(database, [after])).toEqual({ current: 600, others: 0, unreadable: 0 });
  });

  it('keeps the end time of a secret, and the row by which polls recognize an API token', async () => {
    await store(old, 'ends soon', soon);
    const { id: rowId } = await prisma.integrationSecret.findFirstOrThrow();
    await resealSecrets(database, both);
    expect(await stored([after])).toEqual([['ends soon', soon]]);
    expect(await prisma.integrationSecret.findFirstOrThrow()).toMatchObject({ id: rowId });
  });

  it.each([
    [null, soon, null],
    [soon, null, null],
    [soon, later, later],
  ])('merges a secret stored with both values, and keeps the later end: %#', async (first, second, expected) => {
    await store(old, 'twice', first);
    await store([after], 'twice', second);
    expect(await resealSecrets(database, both)).toBe(1);
    expect(await stored([after])).toEqual([['twice', expected]]);
  });

  it('does not touch a secret that no accepted value can decrypt', async () => {
    await store(['a third value'], 'lost');
    await store(old, 'known');
    expect(await resealSecrets(database, both)).toBe(1);
    expect(await countSecrets(database, both)).toEqual({ current: 1, others: 0, unreadable: 1 });
    expect(await stored(['a third value'])).toEqual([
      ['lost', null],
      [undefined, null],
    ]);
  });

  it('waits for a secret that is being retired, and does not reactivate it', async () => {
    await store(old, 'retired');
    let resealing: Promise<number> | undefined;
    await database.modelTransaction(async (tx) => {
      await tx.prisma.integrationSecret.updateMany({ where: { integrationId: id }, data: { retiredAt: now } });
      resealing = resealSecrets(database, both);
      await eventually('it waits for the lock', async () => ((await countWaiting()) > 0 ? true : undefined));
    });
    expect(await resealing).toBe(1);
    expect(await stored([after])).toEqual([['retired', now]]);
  });
});

async function countWaiting(): Promise<number> {
  const [row] = await prisma.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.n ?? 0;
}

describe('a secret added while APP_SECRET is rotated', () => {
  it('is stored once, whichever value encrypted it, and becomes active again', async () => {
    await store(old, 'handshake', now);
    await addSigningSecret(database, sealSecret(both, id, 'handshake'));
    expect(await stored(both)).toEqual([['handshake', null]]);
  });

  it('does not expire when it replaces itself', async () => {
    await store(old, 'same');
    await store(old, 'other');
    await replaceSigningSecret(database, sealSecret(both, id, 'same'), now);
    expect(await stored(both)).toEqual([
      ['same', null],
      ['other', now],
    ]);
  });
});
