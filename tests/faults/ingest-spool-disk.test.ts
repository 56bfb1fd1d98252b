import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { createMetrics, createWarnings } from '@slipway/runtime';
import { eventually, factories, openTestDatabase, testProcess, testProxy, testRedis } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { mountSmallDisk, NO_DISK } from './small-disk.js';

const disk = await mountSmallDisk();
const withDisk = disk === null ? describe.skip : describe;
const redisUrl = (await testRedis()).url;
const redis = await testProxy(redisUrl);
const context = await testProcess({ REDIS_URL: redis.url });
const { onClose, logLines } = context;
const database = openTestDatabase(context.settings.DATABASE_URL);
onClose('test database', () => database.close());
await runWorker({ ...context, settings: { ...context.settings, REDIS_URL: redisUrl } });
const make = factories(database);
const project = await make.project((await make.studio()).accountId);
const { token } = await make.integration(project, 'jenkins');

const running = new Set<{ close(): Promise<void> }>();
afterEach(async () => {
  redis.restore();
  await disk?.free();
  for (const ingest of running) await ingest.close();
});

/** Starts an ingest whose spool is on the disk, in a separate folder unless one is named. */
async function startIngest(folder: string = randomUUID()) {
  const [metrics, warnings] = [createMetrics(), createWarnings()];
  const settings = { ...context.settings, SPOOL_DIR: join(disk?.path ?? '', folder) };
  const closers: (() => Promise<void> | void)[] = [];
  const own = {
    ...context,
    settings,
    metrics,
    warnings,
    onClose: (_: string, close: () => Promise<void> | void) => void closers.push(close),
  };
  const server = await serve(await composeIngest(own, () => false), { host: '127.0.0.1', port: 0 });
  async function close() {
    running.delete(ingest);
    await server.close();
    for (const each of closers.toReversed()) await each();
  }
  const url = `http://127.0.0.1:${server.port}`;
  const ingest = {
    close,
    readGauge: async (name: string) =>
      (await metrics.registry.getSingleMetric(`slipway_${name}`)?.get())?.values[0]?.value,
    async readiness() {
      const answer = await fetch(`${url}/readyz`);
      return [answer.status, ((await answer.json()) as { warnings?: string[] }).warnings ?? []] as const;
    },
    async report(padding = '') {
      const number = randomUUID();
      const answer = await fetch(`${url}/webhooks/ci`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-webhook-token': token },
        body: JSON.stringify({ job_name: 'Harbor', build_number: number, status: 'SUCCESS', padding }),
      });
      const { error = 'none' } = (await answer.json()) as { error?: string };
      return { number, status: answer.status, error };
    },
  };
  running.add(ingest);
  return ingest;
}

const LARGE = 'x'.repeat(1_200_000);
/** More than the disk holds. */
const TOO_LARGE = 'x'.repeat(5_000_000);
const UNAVAILABLE = expect.stringMatching(/^The spool is unavailable: .*SPOOL_DIR: (?:ENOSPC|EROFS)/);

async function expectAppliedOnce(numbers: readonly string[]): Promise<void> {
  const found = await eventually('all builds exist', async () => {
    const rows = await database.prisma.buildRun.findMany({ where: { buildNumber: { in: [...numbers] } } });
    return rows.length >= numbers.length ? rows.map(({ buildNumber }) => buildNumber) : undefined;
  });
  expect(found.toSorted()).toEqual(numbers.toSorted());
}

withDisk(`on a full disk${disk === null ? ` (${NO_DISK})` : ''}`, () => {
  it('ingest starts, warns, and accepts webhooks of any size while Redis takes them', async () => {
    await disk?.fill();
    const ingest = await startIngest();
    expect(await ingest.readiness()).toEqual([200, expect.arrayContaining([UNAVAILABLE])]);
    expect(await ingest.readGauge('spool_available')).toBe(0);
    expect(await ingest.readGauge('spool_free_bytes')).toBeLessThan(100_000);
    const [small, large] = [await ingest.report(), await ingest.report(LARGE)];
    expect([small.status, large.status]).toEqual([200, 200]);
    await expectAppliedOnce([small.number, large.number]);
  });

  it('503: webhooks are refused while Redis is down too, and accepted as soon as there is room', async () => {
    await disk?.fill();
    const ingest = await startIngest();
    await eventually('the token is known', async () =>
      (await ingest.report()).status === 200 ? true : undefined,
    );
    redis.cut();
    expect(await ingest.report()).toMatchObject({ status: 503, error: 'queue_unavailable' });
    await disk?.free();
    const accepted = await eventually('there is a spool', async () => {
      const answer = await ingest.report();
      return answer.status === 200 ? answer : undefined;
    });
    expect(await ingest.readGauge('spool_available')).toBe(1);
    redis.restore();
    await expectAppliedOnce([accepted.number]);
    expect((await ingest.readiness())[1]).not.toContainEqual(UNAVAILABLE);
  });

  it('a delivery that does not fit leaves the room to smaller ones', async () => {
    const ingest = await startIngest();
    await eventually('the token is known', async () =>
      (await ingest.report()).status === 200 ? true : undefined,
    );
    redis.cut();
    expect(await ingest.report(TOO_LARGE)).toMatchObject({ status: 503, error: 'queue_unavailable' });
    const accepted = await ingest.report();
    expect(accepted.status).toBe(200);
    redis.restore();
    await expectAppliedOnce([accepted.number]);
  });

  it('what an ended process has left is drained, even before there is room', async () => {
    const before = await startIngest('shared');
    await eventually('the token is known', async () =>
      (await before.report()).status === 200 ? true : undefined,
    );
    redis.freeze();
    const spooled = [await before.report(), await before.report()];
    expect(spooled.map(({ status }) => status)).toEqual([200, 200]);
    await before.close();
    await disk?.fill();
    redis.restore();
    await startIngest('shared');
    await expectAppliedOnce(spooled.map(({ number }) => number));
    await disk?.free();
    const folder = join(disk?.path ?? '', 'shared');
    await eventually('the folder of the ended process is removed', async () =>
      (await readdir(folder)).length === 1 ? true : undefined,
    );
  });

  it.each(['fill', 'lock'] as const)(
    'a spool that was available becomes unavailable and recovers (%s)',
    async (fault) => {
      const ingest = await startIngest();
      const becomes = (available: number, cause: () => Promise<void> | undefined) =>
        eventually(`spool_available is ${available}`, async () => {
          await cause();
          return (await ingest.readGauge('spool_available')) === available ? true : undefined;
        });
      expect(await ingest.readGauge('spool_available')).toBe(1);
      const linesBefore = logLines.length;
      // Repeated, because a check's file may take room at the moment when the disk is filled.
      await becomes(0, () => disk?.[fault]());
      expect(await ingest.readiness()).toEqual([200, expect.arrayContaining([UNAVAILABLE])]);
      await becomes(1, () => disk?.free());
      const messages = logLines.slice(linesBefore).map((line) => (JSON.parse(line) as { msg: string }).msg);
      expect(messages.filter((text) => text.startsWith('spool is '))).toEqual([
        'spool is unavailable',
        'spool is available',
      ]);
    },
  );
});

it('ingest does not start with a spool folder that can never be used', async () => {
  const settings = { ...context.settings, SPOOL_DIR: '/proc/version/spool' };
  const own = { ...context, settings, metrics: createMetrics() };
  await expect(composeIngest(own, () => false)).rejects.toThrow('SPOOL_DIR: "/proc/version/spool" cannot be used');
});
