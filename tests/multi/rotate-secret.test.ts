import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { countSecrets } from '@slipway/db';
import { connectFailFast } from '@slipway/queue';
import { eventually, openTestDatabase, testProcess } from '@slipway/testing';
import { examine } from '@slipway/worker';
import { startRollingTiers } from './rolling-tiers.js';
import { startSecretTraffic } from './secret-traffic.js';

const before = 'the value before the rotation';
const after = 'the value after the rotation';
const context = await testProcess({ APP_SECRET: before });
const { settings, onClose } = context;
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const redis = connectFailFast(settings, () => undefined);
onClose('redis', () => redis.disconnect());
const tiers = await startRollingTiers(context, {});

const services = {
  DATABASE_URL: settings.DATABASE_URL,
  REDIS_URL: settings.REDIS_URL,
  DATA_DIR: settings.DATA_DIR,
};
const rotated = { APP_SECRET: after, APP_SECRET_ALSO_ACCEPTED: before };
const command = join(import.meta.dirname, '..', '..', 'apps', 'worker', 'dist', 'rotate-secret', 'main.js');

/** Runs the command as a worker container does. */
async function rotateSecret(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env: { ...services, ...rotated } });
  return stdout.trim().split('\n');
}

async function doctor() {
  const found = await examine({ ...services, ...rotated });
  return found.find(({ check }) => check === 'app secret')?.text;
}

/** Every ciphertext in the Redis mirror, which is used while the database is down. */
async function mirrored(): Promise<string[]> {
  const keys = await redis.keys('{slipway:mirror}:token:*');
  const records = await Promise.all(keys.map((key) => redis.get(key)));
  return records.flatMap(
    (record) => (JSON.parse(record ?? '{}') as { signingSecrets?: string[] }).signingSecrets ?? [],
  );
}

it('APP_SECRET can be rotated by the runbook while every tier answers every request', async () => {
  const traffic = await startSecretTraffic(context, database, tiers);
  await traffic.goOn();

  // 1. Every process accepts the new value, but none uses it yet.
  await tiers.roll({ APP_SECRET: before, APP_SECRET_ALSO_ACCEPTED: after }, traffic.goOn);
  expect(traffic.failures).toEqual([]);

  // 2. Every process uses the new value and still accepts the old one.
  await tiers.roll(rotated, traffic.goOn);
  expect(traffic.failures).toEqual([]);
  expect(await doctor()).toMatch(/^\d+ of \d+ stored secrets still need APP_SECRET_ALSO_ACCEPTED\.$/);

  // 3. Stored secrets are encrypted with the new value.
  const lines = await rotateSecret();
  expect(lines.at(-1)).toBe('None is left: no stored secret needs APP_SECRET_ALSO_ACCEPTED.');
  await traffic.goOn();
  expect(await doctor()).toMatch(/^APP_SECRET decrypts all \d+ stored secrets, and none needs /);
  expect(await countSecrets(database, [after])).toMatchObject({ others: 0, unreadable: 0 });
  const stored = await database.prisma.integrationSecret.findMany();
  const known = new Set(stored.map(({ ciphertext }) => Buffer.from(ciphertext).toString('base64')));
  await eventually('the mirror has what the database has', async () =>
    (await mirrored()).every((ciphertext) => known.has(ciphertext)) ? true : undefined,
  );

  // 4. No process accepts the old value. Badges were replaced before, as the runbook requires.
  const oldBadge = traffic.badge;
  traffic.badge = traffic.badgeOf([after]);
  await tiers.roll({ APP_SECRET: after }, traffic.goOn);
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
  expect((await tiers.request('console', oldBadge)).status).toBe(404);
  await eventually('every accepted build is applied', async () =>
    (await database.prisma.buildRun.count()) === traffic.accepted.size ? true : undefined,
  );
  // Each hook secret arrived several times, at processes with either value, and is stored once.
  expect(await database.prisma.integrationSecret.count({ where: { integration: { provider: 'asana' } } })).toBe(
    traffic.hookSecrets.size,
  );
}, 1_200_000);
