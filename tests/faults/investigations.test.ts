import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase, testProxy, testRedis } from '@slipway/testing';
import { startApi } from '../contract/api.js';
import { workerProcesses } from './worker-process.js';

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
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

const workers = workerProcesses({ ...api.process.settings, REDIS_URL: redisUrl });

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
    const stuck = await workers.start({
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
    await stuck.kill();
    expect((await api.post(`${build}/investigate`, undefined)).body.status).toBe('running');
    const other = await workers.start();
    const finding = await completed(build);
    await other.kill();
    expect(finding.steps.map(({ status }: { status: string }) => status)).not.toContain('running');
    expect(await credits()).toBe(before - 1);
  }, 120_000);

  it('requested while Redis is down runs when Redis is back', async () => {
    const before = await credits();
    const build = await failedBuild();
    redis.cut();
    expect((await api.post(`${build}/investigate`, undefined)).status).toBe(202);
    redis.restore();
    // Pretends that it has waited long enough to be rescued.
    await prisma.investigation.updateMany({ where: { status: 'pending' }, data: { updatedAt: new Date(0) } });
    const worker = await workers.start();
    await completed(build);
    await worker.kill();
    expect(await credits()).toBe(before - 1);
  }, 120_000);
});
