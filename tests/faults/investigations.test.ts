import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase, testProxy, testRedis } from '@slipway/testing';
import { startApi } from '../contract/api.js';
import { programOf } from './app-process.js';

const databaseUrl = (await testDatabase()).url;
const redisUrl = (await testRedis()).url;
const redis = await testProxy(redisUrl);
const api = await startApi({ DATABASE_URL: databaseUrl, REDIS_URL: redis.url });
const { prisma } = api.database;

/** A language model that never responds, so that an investigation does not end. */
const silent = createServer(() => undefined);
await new Promise<void>((resolve) => {
  silent.listen(0, '127.0.0.1', resolve);
});
const workers = new Set<ChildProcess>();
afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL');
  silent.closeAllConnections();
  silent.close();
});

/** Starts a worker process without the flags of Jest. */
async function startWorker(env: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const worker = fork(programOf('worker'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: '/usr/bin:/bin',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      APP_SECRET: api.process.settings.APP_SECRET,
      DATA_DIR: api.process.settings.DATA_DIR,
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  workers.add(worker);
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', reject);
  });
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGKILL');
  await ended;
  workers.delete(worker);
}

async function failedBuild() {
  const log = { content: 'src/crane.c:3:1: error: expected ;\n', receivedAt: new Date() };
  const { id } = await api.make.buildRun(api.project, { status: 'failed', hasLog: true, log: { create: log } });
  return `/v1/projects/${api.project.id}/build_runs/${id}`;
}

const credits = async () => (await prisma.account.findUniqueOrThrow({ where: { id: api.accountId } })).credits;

function completed(build: string) {
  return eventually(
    'the investigation completes',
    async () => {
      const { body } = await api.get(build);
      return body.investigation.status === 'completed' ? body.investigation : undefined;
    },
    90_000,
  );
}

describe('an investigation', () => {
  it('is completed by another worker when its worker is killed, and charged once', async () => {
    const before = await credits();
    const { port } = silent.address() as AddressInfo;
    const stuck = await startWorker({
      INVESTIGATION_LLM_URL: `http://127.0.0.1:${port}/v1`,
      INVESTIGATION_LLM_TIMEOUT_MS: '30000',
    });
    const build = await failedBuild();
    expect((await api.post(`${build}/investigate`, undefined)).status).toBe(202);
    const steps = await eventually('the investigation runs', async () => {
      const { status, steps: soFar } = (await api.get(build)).body.investigation;
      const isStuck = status === 'running' && soFar.at(-1)?.name === 'word';
      return isStuck ? soFar : undefined;
    });
    expect(steps.at(-1)).toMatchObject({ status: 'running' });
    await kill(stuck);
    expect((await api.post(`${build}/investigate`, undefined)).body.status).toBe('running');
    const other = await startWorker();
    const finding = await completed(build);
    await kill(other);
    expect(finding.steps.map(({ status }: { status: string }) => status)).not.toContain('running');
    expect(await credits()).toBe(before - 1);
  }, 120_000);

  it('that is requested while Redis is down runs when Redis is back', async () => {
    const before = await credits();
    const build = await failedBuild();
    redis.cut();
    expect((await api.post(`${build}/investigate`, undefined)).status).toBe(202);
    redis.restore();
    // Pretend that it has waited long enough to be rescued.
    await prisma.investigation.updateMany({ where: { status: 'pending' }, data: { updatedAt: new Date(0) } });
    const worker = await startWorker();
    await completed(build);
    await kill(worker);
    expect(await credits()).toBe(before - 1);
  }, 120_000);
});
