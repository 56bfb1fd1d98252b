import { afterAll, expect, it } from '@jest/globals';
import { registerHandshake } from '@slipway/db';
import { sealSecret } from '@slipway/domain';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { id } = await make.integration(await make.project((await make.studio()).accountId), 'asana');

const register = (secret: string) =>
  database.modelTransaction((tx) =>
    registerHandshake(tx, { secret: sealSecret(['s'], id, secret), ipAddress: '127.0.0.1', userAgent: 'Asana/1' }),
  );

it('a handshake is checked against the stored window, because ingest may hold an older copy', async () => {
  expect(await register('genuine')).toBe('registered');
  await prisma.integration.update({ where: { id }, data: { handshakeOpenUntil: new Date(Date.now() - 1_000) } });
  expect([await register('forged'), await register('genuine')]).toEqual(['closed', 'closed']);
  expect(await prisma.integrationSecret.count({ where: { integrationId: id } })).toBe(1);
});
