/**
 * Kills Redis under steady load and restarts it after twenty seconds. Prints how every request was answered, and
 * whether each accepted delivery is in the database exactly once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@slipway/db';
import { freePort } from '@slipway/local';
import { onStage, sendSteadily, startPinned } from '../stage.mjs';

const PER_SECOND = Number(process.env.BENCH_RATE ?? 300);
const SECONDS = { before: 5, down: 20, after: 5 };
const SETTLE_LIMIT_MS = 60_000;
const script = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Counts the builds in the database, and how often their deliveries took effect. */
async function readBack(database, count) {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const builds = await database.prisma.buildRun.count({ where: { jobName: 'Outage' } });
    if (builds >= count || Date.now() > deadline) {
      const { rows } = await database.pool.query({
        text: `SELECT count(*)::int AS applied FROM deliveries, jsonb_array_elements(touched) AS t
               WHERE outcome = 'applied' AND t->>'kind' = 'build_run'
                 AND t->>'id' IN (SELECT id::text FROM build_runs WHERE job_name = 'Outage')`,
      });
      return { builds, applied: rows[0].applied };
    }
    await delay(200);
  }
}

await onStage(async ({ env, demo, killRedis }) => {
  const port = await freePort();
  const ingest = await startPinned(script('../../../apps/ingest/dist/main.js'), { ...env, PORT: String(port) });
  const worker = await startPinned(script('../../../apps/worker/dist/main.js'), env);
  const database = openDatabase({ url: env.DATABASE_URL, name: 'bench', poolSize: 2, statementTimeoutMs: 60_000 });
  try {
    const { token } = demo.integrations.jenkins;
    const stop = sendSteadily({ url: `http://127.0.0.1:${port}`, token, perSecond: PER_SECOND, job: 'Outage' });
    await delay(SECONDS.before * 1000);
    console.log(`Redis is killed, for ${SECONDS.down} s`);
    await killRedis(SECONDS.down);
    console.log('Redis is up again');
    await delay(SECONDS.after * 1000);
    const answers = await stop();
    const accepted = answers.filter(({ status }) => status === 200);
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    const { builds, applied } = await readBack(database, accepted.length);
    console.log(`\n${answers.length} sent at ${PER_SECOND}/s, ${accepted.length} answered 200`);
    console.log(`slowest answer ${Math.round(slowest)} ms`);
    console.log(`${builds} builds in the database, ${applied} deliveries applied to them`);
  } finally {
    await ingest.stop();
    await worker.stop();
    await database.close();
  }
});
