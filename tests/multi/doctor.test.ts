import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { startPostgresPair } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { openTestDatabase, testProcess } from '@slipway/testing';
import { examine } from '@slipway/worker';
import { checkout } from '../architecture/tool.js';

const pair = await startPostgresPair({ tools: join(checkout, '.data') });
afterAll(pair.stop);
await migrate(pair.primary.url);
const { settings, onClose } = await testProcess({ DATABASE_URL: pair.primary.url });
const { settings: other } = await testProcess();
const replica = openTestDatabase(pair.replica.url);
onClose('test replica', () => replica.close());
const primary = openTestDatabase(pair.primary.url);
onClose('test primary', () => primary.close());

async function findingsOn(env: Readonly<Record<string, string>>) {
  const { DATABASE_URL, REDIS_URL, APP_SECRET, DATA_DIR } = settings;
  const found = await examine({ DATABASE_URL, REDIS_URL, APP_SECRET, DATA_DIR, ...env });
  return found
    .filter(({ check }) => /direct|replica/.test(check))
    .map(({ state, check, text }) => `${state} ${check}: ${text}`);
}

it('the doctor accepts a replica that has replayed what the primary has', async () => {
  expect(await findingsOn({ DATABASE_REPLICA_URL: pair.replica.url })).toEqual([
    'ok postgresql replica: It has replayed what the primary has.',
  ]);
});

it('the doctor warns about a replica that does not catch up', async () => {
  await replica.prisma.$queryRaw`SELECT pg_wal_replay_pause()::text`;
  try {
    await primary.prisma.$executeRaw`CREATE TABLE not_replayed ()`;
    expect(
      await findingsOn({ DATABASE_REPLICA_URL: pair.replica.url, DATABASE_REPLICA_MAX_LAG_MS: '1000' }),
    ).toEqual(['warning postgresql replica: It is not in use: the replica is over 1000 ms behind.']);
  } finally {
    await replica.prisma.$queryRaw`SELECT pg_wal_replay_resume()::text`;
  }
});

it('the doctor refuses a replica as DATABASE_DIRECT_URL, and a replica of another server', async () => {
  expect(await findingsOn({ DATABASE_DIRECT_URL: pair.replica.url })).toEqual([
    'problem postgresql direct: It is a replica and refuses writes.',
  ]);
  expect(await findingsOn({ DATABASE_URL: other.DATABASE_URL, DATABASE_REPLICA_URL: pair.replica.url })).toEqual([
    'problem postgresql replica: It replicates another server than that of DATABASE_URL.',
  ]);
});
