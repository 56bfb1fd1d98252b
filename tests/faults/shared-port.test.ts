import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { eventually, factories, openTestDatabase, testProcess } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { appProcesses } from './app-process.js';
import { reportOverNewConnections } from './report-over-new-connections.js';

const context = await testProcess();
const database = openTestDatabase(context.settings.DATABASE_URL);
context.onClose('test database', () => database.close());
await runWorker(context);
const make = factories(database);
const { accountId } = await make.studio();
const { token } = await make.integration(await make.project(accountId), 'jenkins');
const dataDir = await mkdtemp(join(tmpdir(), 'slipway-shared-port-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const [port, metricsPort] = [await freePort(), await freePort()];
const primary = await appProcesses('ingest', { ...context.settings, DATA_DIR: dataDir })({
  PORT: String(port),
  METRICS_PORT: String(metricsPort),
  INGEST_PROCESSES: '2',
  LOG_LEVEL: 'fatal',
});

/** The ids of the processes that serve the port. */
async function processIds(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(primary.child.pid)]);
  return stdout.trim().split('\n').map(Number).toSorted();
}

const { accepted, report } = reportOverNewConnections(port, token);

/** Reports builds, a few at a time, until `event` has happened. Returns the outcomes. */
async function reportDuring(event: () => Promise<void>): Promise<Set<number | string>> {
  const outcomes = new Set<number | string>();
  let isOver = false;
  const sender = async () => {
    while (!isOver) outcomes.add(await report());
  };
  const senders = Array.from({ length: 4 }, sender);
  await event().finally(() => {
    isOver = true;
  });
  await Promise.all(senders);
  return outcomes;
}

/** Resolves when two processes serve, and neither is one of these. */
function replaced(old: readonly number[]): Promise<void> {
  return eventually('they are replaced', async () => {
    const ids = await processIds();
    return ids.length === 2 && ids.every((id) => !old.includes(id)) ? ids : undefined;
  }).then(() => undefined);
}

it('killing one of two processes that share a port fails no connection', async () => {
  const [victim = 0] = await processIds();
  const outcomes = await reportDuring(async () => {
    const before = accepted.size;
    // Collects metrics from a process that dies in the meantime; the connection may be to that very process.
    const scrape = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => null);
    const scrapes = Array.from({ length: 20 }, scrape);
    await eventually('some are accepted', async () => (accepted.size > before + 20 ? true : undefined));
    process.kill(victim, 'SIGKILL');
    await Promise.all([...scrapes, scrape(), scrape()]);
    await replaced([victim]);
  });
  expect(outcomes).toContain(200);
  // Requests in progress in the killed process are cut off; their senders retry.
  for (const code of ['ECONNRESET', 'UND_ERR_SOCKET']) outcomes.delete(code);
  expect([...outcomes]).toEqual([200]);
});

it('SIGHUP replaces all processes without failing a request', async () => {
  const old = await processIds();
  const outcomes = await reportDuring(async () => {
    primary.child.kill('SIGHUP');
    await replaced(old);
  });
  expect([...outcomes]).toEqual([200]);
});

it('shows the combined metrics of both processes', async () => {
  const count = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith('slipway_webhook_requests_total'));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const before = await count();
  for (let index = 0; index < 20; index += 1) expect(await report()).toBe(200);
  expect(await count()).toBe(before + 20);
});

it('SIGTERM ends all processes with code 0, and every accepted delivery is applied once', async () => {
  primary.child.kill('SIGTERM');
  expect(await primary.ended).toBe(0);
  const builds = await eventually('all are applied', async () => {
    const rows = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
    const numbers = new Set(rows.map(({ buildNumber }) => buildNumber));
    return [...accepted].every((buildNumber) => numbers.has(buildNumber)) ? rows : undefined;
  });
  expect(new Set(builds.map(({ buildNumber }) => buildNumber)).size).toBe(builds.length);
});
