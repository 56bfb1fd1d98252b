/**
 * Measures how fast one worker applies what one ingest process accepts, both on the same core, with the database and
 * Redis on the other; and for comparison, a textbook worker with one upsert per job. Needs wrk (`apt-get install wrk`)
 * and two cores.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@slipway/db';
import { freePort } from '@slipway/local';
import { readBacklog } from '@slipway/queue';
import { onStage, requireWrk, runWrk, startPinned } from '../stage.mjs';

const QUEUED = Number(process.env.BENCH_QUEUED ?? 200_000);
const TEXTBOOK_JOBS = 5_000;
const SECONDS = 5;
const fromQueue = createRequire(new URL('../../../packages/queue/package.json', import.meta.url));
const { Queue } = fromQueue('bullmq');
const { Redis } = fromQueue('ioredis');
const script = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Fills the queue through ingest; the rate is what ingest accepted once warm. */
async function fill(env, token) {
  const port = await freePort();
  const server = await startPinned(script('../../../apps/ingest/dist/main.js'), { ...env, PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  let accepted = 0;
  const rates = [];
  while (accepted < QUEUED) {
    const { rate, answered, refused } = await runWrk({ url, token, seconds: SECONDS });
    if (refused > 0) throw new Error(`${refused} refused`);
    accepted += answered;
    rates.push(rate);
    console.log(`accepted ${accepted} of ${QUEUED}  ${Math.round(rate)}/s`);
  }
  await server.stop();
  return Math.max(...rates);
}

async function pendingEnvelopes(redis) {
  const queues = await readBacklog(redis);
  return queues.reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, 0);
}

const highWaterMb = async (pid) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024);
};

async function drain(env, redis, database) {
  const worker = await startPinned(script('../../../apps/worker/dist/main.js'), env);
  const start = Date.now();
  let ticks = 0;
  for (let pending = await pendingEnvelopes(redis); pending > 0; pending = await pendingEnvelopes(redis)) {
    ticks += 1;
    if (ticks % 10 === 0) console.log(`${pending} envelopes to go`);
    await delay(500);
  }
  const seconds = (Date.now() - start) / 1000;
  const memoryMb = await highWaterMb(worker.pid);
  await worker.stop();
  const applied = await database.prisma.delivery.count({
    where: { outcome: 'applied', finishedAt: { gte: new Date(start) } },
  });
  return { rate: applied / seconds, applied, memoryMb };
}

/** The rate of a worker that processes one job at a time and upserts its row. */
async function drainTextbook(env, redis) {
  const queue = new Queue('textbook', { connection: redis });
  const log = 'Compile Module.Harbor.cpp\n'.repeat(20);
  const jobs = Array.from({ length: TEXTBOOK_JOBS }, (_, number) => ({
    name: 'report',
    data: { job_name: 'Textbook', build_number: String(number), status: 'SUCCESS', logs_tail: log },
    opts: { removeOnComplete: true },
  }));
  await queue.addBulk(jobs);
  const worker = await startPinned(script('worker-textbook.mjs'), env);
  const start = Date.now();
  while ((await queue.getJobCountByTypes('waiting', 'active')) > 0) await delay(200);
  const rate = TEXTBOOK_JOBS / ((Date.now() - start) / 1000);
  await worker.stop();
  await queue.close();
  return rate;
}

requireWrk();
await onStage(async ({ env, demo }) => {
  const redis = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null });
  const database = openDatabase({ url: env.DATABASE_URL, name: 'bench', poolSize: 2, statementTimeoutMs: 60_000 });
  try {
    const accept = await fill(env, demo.integrations.jenkins.token);
    const { rate, applied, memoryMb } = await drain(env, redis, database);
    const textbook = await drainTextbook(env, redis);
    console.log(`\naccepted  ${Math.round(accept)}/s by one ingest process`);
    console.log(`applied   ${Math.round(rate)}/s by one worker process: ${(rate / accept).toFixed(2)} of that`);
    console.log(
      `textbook  ${Math.round(textbook)}/s: one worker applies ${(rate / textbook).toFixed(1)} times as many`,
    );
    console.log(`${applied} deliveries applied; the worker used at most ${memoryMb} MB`);
  } finally {
    redis.disconnect();
    await database.close();
  }
});
