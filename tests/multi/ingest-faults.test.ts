import { randomUUID } from 'node:crypto';
import { rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clockAhead } from '@slipway/local';
import { eventually, factories, openTestDatabase, testProcess } from '@slipway/testing';
import { appProcesses } from '../faults/app-process.js';
import { mountSmallDisk, NO_DISK } from '../faults/small-disk.js';
import { openFaultLedger, printCosts } from './fault-ledger.js';
import { startHosts } from './hosts.js';

const NOTHING_LOST = { lost: 0, doubled: 0 };
const ALL_ACCEPTED = { ...NOTHING_LOST, refused: 0 };
const { stack, demoFile } = await startHosts();
const { cluster, port, metricsPort } = stack;
const database = openTestDatabase(stack.databases.primary.url);
afterAll(() => database.close());
printCosts();
const make = factories(database);
const project = await make.project((await make.studio()).accountId);
const { token } = await make.integration(project, 'jenkins');
const [host] = stack.tier('ingest');
const urlOf = (address: string) => `http://${address}:${port}`;
const newReport = () => ({ url: urlOf(host.address), token, buildNumber: randomUUID(), status: 'SUCCESS' });

async function readGauge(address: string, name: string): Promise<number> {
  const text = await (await fetch(`http://${address}:${metricsPort}/metrics`)).text();
  return Number(new RegExp(`^slipway_${name} (.+)$`, 'm').exec(text)?.[1]);
}

const redisServers = cluster.pairs.flatMap(({ master, replica }) => [master, ...(replica ? [replica] : [])]);
const stopRedis = () => Promise.all(redisServers.map((server) => server.kill()));
async function startRedis(): Promise<void> {
  await Promise.all(redisServers.map((server) => server.start()));
  await cluster.settled();
}

const { settings } = await testProcess({ DATABASE_URL: stack.databases.primary.url, REDIS_URL: cluster.url });
const startIngest = appProcesses('ingest', settings);

const disk = await mountSmallDisk();
const withDisk = disk === null ? describe.skip : describe;

withDisk(`the disk of one ingest host${disk === null ? ` (${NO_DISK})` : ''}`, () => {
  const available = (value: number) =>
    eventually(`spool_available is ${value}`, async () =>
      (await readGauge(host.address, 'spool_available').catch(() => Number.NaN)) === value ? true : undefined,
    );

  beforeAll(async () => {
    const spool = join(dirname(demoFile), 'hosts', host.address, 'spool');
    await rm(spool, { recursive: true, force: true });
    await symlink(disk?.path ?? '', spool);
    await available(1);
  });

  it('full: a restarted ingest accepts everything while Redis takes it', async () => {
    const ledger = openFaultLedger('spool disk full, ingest killed and restarted', database);
    await disk?.fill();
    host.kill();
    await host.ready();
    expect(await readGauge(host.address, 'spool_available')).toBe(0);
    await ledger.sendDuring(newReport, () => delay(3_000));
    expect(await ledger.settle()).toMatchObject(ALL_ACCEPTED);
    await disk?.free();
    await available(1);
  });

  it('full, and Redis lost: webhooks are refused until there is room, and no accepted one is lost', async () => {
    const ledger = openFaultLedger('spool disk full, all of Redis lost, disk freed', database);
    await disk?.fill();
    await available(0);
    await ledger.sendDuring(newReport, async () => {
      await stopRedis();
      await eventually('webhooks are refused', async () =>
        (await ledger.send(newReport())) === 503 ? true : undefined,
      );
      await disk?.free();
      await available(1);
      await delay(1_000);
      expect(await readGauge(host.address, 'spool_bytes')).toBeGreaterThan(0);
      await startRedis();
    });
    const cost = await ledger.settle();
    expect(cost).toMatchObject(NOTHING_LOST);
    expect(cost.refused).toBeGreaterThan(0);
  });

  it('read-only for a while: no webhook is refused', async () => {
    const ledger = openFaultLedger('spool disk read-only for a while', database);
    await ledger.sendDuring(newReport, async () => {
      await disk?.lock();
      await available(0);
      const before = ledger.accepted();
      await eventually('webhooks are accepted without the spool', async () =>
        ledger.accepted() > before + 10 ? true : undefined,
      );
      await disk?.free();
      await available(1);
    });
    expect(await ledger.settle()).toMatchObject(ALL_ACCEPTED);
  });
});

it('an ingest host whose clock is two hours ahead: the later report wins, and no time is in the future', async () => {
  const address = '127.0.0.23';
  const where = { HOST: address, PORT: String(port), METRICS_HOST: address, METRICS_PORT: String(metricsPort) };
  await startIngest({ ...where, ...(await clockAhead(7_200)) });
  const ledger = openFaultLedger('clock of one ingest host two hours ahead', database);
  const numbers = Array.from({ length: 100 }, () => randomUUID());
  for (const buildNumber of numbers)
    await ledger.send({ url: urlOf(address), token, buildNumber, status: 'FAILURE' });
  for (const buildNumber of numbers)
    await ledger.send({ url: urlOf(host.address), token, buildNumber, status: 'SUCCESS' });
  expect(await ledger.settle()).toMatchObject(ALL_ACCEPTED);
  const builds = await database.prisma.buildRun.findMany({ where: { buildNumber: { in: numbers } } });
  expect(builds.filter(({ status }) => status === 'completed')).toHaveLength(numbers.length);
  expect(builds.filter(({ finishedAt }) => (finishedAt?.getTime() ?? 0) > Date.now())).toEqual([]);
  expect(Math.round((await readGauge(address, 'clock_offset_seconds')) / 60)).toBe(120);
});
