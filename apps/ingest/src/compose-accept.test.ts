import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { connectFailFast, waitForConnection } from '@slipway/queue';
import { type Metrics, quarantineFolder } from '@slipway/runtime';
import { eventually, testDelivery, testProcess, testProxy, testRedis } from '@slipway/testing';
import { composeAccept } from './compose-accept.js';
import { encodeRecord, toRecord } from './spool/spool-record.js';

const context = await testProcess();
const proxy = await testProxy((await testRedis()).url);
const own = await testProcess({ REDIS_URL: proxy.url });
const { settings, metrics, logLines, onClose } = context;
const redis = connectFailFast(settings, () => undefined);
onClose('redis', () => redis.disconnect());
await waitForConnection(redis, 10_000);

async function readMetric(name: string, suffix = '', of: Metrics = metrics): Promise<number | undefined> {
  const metric = await of.registry.getSingleMetric(`slipway_${name}`)?.get();
  const { values = [] } = (metric ?? {}) as { values?: { metricName?: string; value: number }[] };
  return values.find(({ metricName }) => (metricName ?? '').endsWith(suffix))?.value;
}

describe('a damaged spool record', () => {
  it('is logged as an error, counted and kept, and the records around it are queued', async () => {
    const [before, damaged, after] = [1, 2, 3].map(() => encodeRecord(toRecord(testDelivery())));
    damaged?.write('!', 100);
    const left = join(settings.SPOOL_DIR, 'left');
    await mkdir(left, { recursive: true });
    await writeFile(
      join(left, '000000000001.log'),
      Buffer.concat([before, damaged, after].map((one) => one ?? Buffer.of())),
    );
    await composeAccept(context, redis);
    await eventually('the records around it are queued', async () =>
      (await readMetric('envelope_deliveries', '_sum')) === 2 && (await readMetric('spool_bytes')) === 0
        ? true
        : undefined,
    );
    expect(await readMetric('spool_damaged_records_total')).toBe(1);
    expect(await readMetric('spool_quarantine_records')).toBe(1);
    const errors = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([
      {
        msg: 'damaged spool record is in quarantine',
        segment: expect.stringMatching(/\.log$/),
        offset: before?.length,
        bytes: damaged?.length,
        path: expect.stringContaining(quarantineFolder(settings.SPOOL_DIR)),
      },
    ]);
    expect(await readFile(errors[0].path)).toEqual(damaged);
  });
});

it('spool_bytes is what waits on disk, even while Redis hangs in the middle of draining', async () => {
  const connection = connectFailFast(own.settings, () => undefined);
  own.onClose('redis', () => connection.disconnect());
  await waitForConnection(connection, 10_000);
  const accept = await composeAccept(own, connection);
  proxy.freeze();
  for (const body of ['x'.repeat(2_000_000), '{}', 'y'.repeat(3_000_000)]) await accept(testDelivery({ body }));
  const files = await readdir(own.settings.SPOOL_DIR, { recursive: true });
  const segments = files.filter((name) => name.endsWith('.log')).map((name) => join(own.settings.SPOOL_DIR, name));
  const sizes = await Promise.all(segments.map(async (path) => (await stat(path)).size));
  expect(await readMetric('spool_bytes', '', own.metrics)).toBe(sizes.reduce((sum, size) => sum + size, 0));
  proxy.restore();
});
