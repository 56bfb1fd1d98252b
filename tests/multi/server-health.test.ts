import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { removePostgres, startPostgres } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { eventually, openTestDatabase, testProcess } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { checkout } from '../architecture/tool.js';

const home = await mkdtemp(join(tmpdir(), 'slipway-health-'));
// If the tests run as root, PostgreSQL runs as another user.
await chmod(home, 0o755);
const server = await startPostgres({
  tools: join(checkout, '.data'),
  durable: false,
  home: join(home, 'server'),
  settings: { wal_level: 'replica', archive_mode: 'on', archive_command: 'false', archive_timeout: '1s' },
});
afterAll(async () => {
  await removePostgres(join(home, 'server'));
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});
await migrate(server.url);
const context = await testProcess({ DATABASE_URL: server.url });
const database = openTestDatabase(server.url);
context.onClose('test database', () => database.close());

async function gaugeOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  const metric = await context.metrics.registry.getSingleMetric(`slipway_${name}`)?.get();
  const isMeant = (of: Readonly<Record<string, unknown>>) =>
    Object.entries(labels).every(([label, value]) => of[label] === value);
  return metric?.values.find((value) => isMeant(value.labels))?.value;
}

const above = (least: number, name: string, labels?: Readonly<Record<string, string>>) =>
  eventually(`${name} is above ${least}`, async () => {
    const value = await gaugeOf(name, labels);
    return value !== undefined && value > least ? value : undefined;
  });

it('a worker reports what endangers the database server: archiving, transactions, wraparound, its disk', async () => {
  await database.prisma.$queryRaw`SELECT pg_switch_wal()::text`;
  await eventually('archiving has failed', async () => {
    const [{ failed }] = await database.prisma.$queryRaw<[{ failed: bigint }]>`
      SELECT failed_count AS failed FROM pg_stat_archiver`;
    return failed > 0n || undefined;
  });
  await database.transaction(async (tx) => {
    await tx.query({ text: 'SELECT 1' });
    await runWorker(context);
    await above(0, 'database_transaction_age_seconds', { state: 'idle' });
  });
  await above(0, 'database_archive_failing_seconds');
  await above(0, 'database_xid_age');
  const size = await above(0, 'database_disk_size_bytes', { source: 'filesystem' });
  const free = await above(0, 'database_disk_free_bytes', { source: 'filesystem' });
  expect(free).toBeLessThan(size);
});
