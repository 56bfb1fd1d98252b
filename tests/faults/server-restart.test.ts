import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { holdPort, superviseChild } from '@slipway/standalone';
import { eventually, factories, openTestDatabase, testProcess } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { appEnvironment, programOf } from './app-process.js';
import { reportOverNewConnections } from './report-over-new-connections.js';

const SENDERS = 4;

const context = await testProcess();
const database = openTestDatabase(context.settings.DATABASE_URL);
context.onClose('test database', () => database.close());
await runWorker(context);
const make = factories(database);
const { accountId } = await make.studio();
const { token } = await make.integration(await make.project(accountId), 'jenkins');
const dataDir = await mkdtemp(join(tmpdir(), 'slipway-server-restart-'));
const [port, metricsPort] = [await freePort(), await freePort()];
const held = await holdPort('127.0.0.1', port);
const servers: ReturnType<typeof superviseChild>[] = [];

/** A server as `npm start` runs it, whose processes share the port. */
async function startServer(processes: number) {
  const served: number[] = [];
  const env = {
    ...appEnvironment({ ...context.settings, DATA_DIR: dataDir }),
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'fatal',
    INGEST_PROCESSES: String(processes),
  };
  const server = superviseChild({
    title: 'slipway-server',
    script: programOf('standalone', false),
    env: () => env,
    socket: held.fd,
    log: { warn: () => undefined, fail: () => undefined },
    onServing: (pid) => served.push(pid),
    onGiveUp: () => undefined,
  });
  servers.push(server);
  await server.ready;
  return {
    stop: () => server.stop(),
    /** Sends a signal to the process that serves, and resolves when another one does. */
    async replaced(signal: NodeJS.Signals): Promise<void> {
      const before = served.length;
      process.kill(server.pid() as number, signal);
      await eventually('another process serves', async () => (served.length > before ? true : undefined), 180_000);
    },
  };
}
afterAll(async () => {
  for (const server of servers) {
    server.kill();
    await server.stop();
  }
  held.close();
  await rm(dataDir, { recursive: true, force: true });
});

const { accepted, report } = reportOverNewConnections(port, token);

/** Reports builds, a few at a time, until `event` has happened. Returns how often each outcome occurred. */
async function reportDuring(event: () => Promise<void>): Promise<Map<number | string, number>> {
  const outcomes = new Map<number | string, number>();
  let isOver = false;
  const sender = async () => {
    while (!isOver) {
      const outcome = await report();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const senders = Array.from({ length: SENDERS }, sender);
  await event().finally(() => {
    isOver = true;
  });
  await Promise.all(senders);
  return outcomes;
}

/** Requests that a process had begun to read when it ended are cut off: at most one of each sender. */
function expectNoneRefused(outcomes: ReadonlyMap<number | string, number>, ended: number): void {
  const cut = (outcomes.get('ECONNRESET') ?? 0) + (outcomes.get('UND_ERR_SOCKET') ?? 0);
  expect(cut).toBeLessThanOrEqual(SENDERS * ended);
  expect([200, 'ECONNRESET', 'UND_ERR_SOCKET']).toEqual(expect.arrayContaining([...outcomes.keys()]));
  expect(outcomes.get(200)).toBeGreaterThan(0);
}

it('connections wait while a killed or frozen server is replaced', async () => {
  const server = await startServer(1);
  const outcomes = await reportDuring(async () => {
    await server.replaced('SIGKILL');
    const before = accepted.size;
    await eventually('some are accepted', async () => (accepted.size > before ? true : undefined), 60_000);
    await server.replaced('SIGSTOP');
  }).finally(server.stop);
  expectNoneRefused(outcomes, 2);
}, 400_000);

it('connections wait while a server of several processes is replaced as a whole', async () => {
  const server = await startServer(2);
  const outcomes = await reportDuring(() => server.replaced('SIGKILL')).finally(server.stop);
  expectNoneRefused(outcomes, 2);
}, 400_000);

it('every accepted delivery is applied once', async () => {
  expect(accepted.size).toBeGreaterThan(0);
  const builds = await eventually(
    'all are applied',
    async () => {
      const rows = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
      const numbers = new Set(rows.map(({ buildNumber }) => buildNumber));
      return [...accepted].every((buildNumber) => numbers.has(buildNumber)) ? rows : undefined;
    },
    60_000,
  );
  expect(new Set(builds.map(({ buildNumber }) => buildNumber)).size).toBe(builds.length);
}, 90_000);
