// The textbook: one job at a time, one upsert.
import { createRequire } from 'node:module';
import { openDatabase } from '@slipway/db';

const fromQueue = createRequire(new URL('../../../packages/queue/package.json', import.meta.url));
const { Worker } = fromQueue('bullmq');
const { Redis } = fromQueue('ioredis');

const { prisma } = openDatabase({
  url: process.env.DATABASE_URL,
  name: 'textbook',
  poolSize: 4,
  statementTimeoutMs: 10_000,
});
const { id, projectId, accountId } = await prisma.integration.findFirstOrThrow({ where: { provider: 'jenkins' } });

async function apply({ data }) {
  const key = { integrationId: id, jobKey: data.job_name, buildNumber: data.build_number };
  const now = new Date();
  const state = { status: 'completed', statusAt: now, finishedAt: now, hasLog: true };
  const log = { create: { content: data.logs_tail, receivedAt: now } };
  await prisma.buildRun.upsert({
    where: { integrationId_jobKey_buildNumber: key },
    create: { ...key, ...state, jobName: data.job_name, projectId, accountId, buildType: 'unreal', log },
    update: state,
  });
}

const connection = new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null });
const worker = new Worker('textbook', apply, { connection });
worker.on('failed', (_job, error) => {
  throw error;
});
await worker.waitUntilReady();
process.send('ready');
