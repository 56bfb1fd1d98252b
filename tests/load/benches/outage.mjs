/**
 * Kills Redis under steady load and restarts it after twenty seconds. Prints how every request was answered, and
 * whether each accepted delivery is in the database exactly once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../harness/figures.mjs';
import { CORES, serving, start } from '../harness/processes.mjs';
import { sendSteadily, toRequest } from '../harness/senders.mjs';

const PER_SECOND = Number(process.env.BENCH_RATE ?? 300);
const SECONDS = { before: 5, down: 20, after: 5 };
const SETTLE_LIMIT_MS = 60_000;

/** Counts the builds in the database, and how often their deliveries took effect. */
async function readBack(pool, count) {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const { rows } = await pool.query("SELECT count(*)::int AS builds FROM build_runs WHERE job_name = 'Outage'");
    if (rows[0].builds >= count || Date.now() > deadline) {
      const applied = await pool.query(
        `SELECT count(*)::int AS applied FROM deliveries, jsonb_array_elements(touched) AS t
         WHERE outcome = 'applied' AND t->>'kind' = 'build_run'
           AND t->>'id' IN (SELECT id::text FROM build_runs WHERE job_name = 'Outage')`,
      );
      return { builds: rows[0].builds, applied: applied.rows[0].applied };
    }
    await delay(200);
  }
}

async function measure(stage, { app, env, demo, pool }, say) {
  const worker = await start(app('worker'), env);
  try {
    return await serving(app('ingest'), env, CORES.both, async (url) => {
      const { token } = demo.integrations.jenkins;
      const next = (number) => {
        const report = { job_name: 'Outage', build_number: String(number), status: 'SUCCESS' };
        return toRequest('/webhooks/ci', { 'x-webhook-token': token }, JSON.stringify(report));
      };
      const stop = sendSteadily(url, { perSecond: PER_SECOND, next });
      await delay(SECONDS.before * 1000);
      say(`Redis is killed, for ${SECONDS.down} s`);
      await stage.killRedis(SECONDS.down);
      say('Redis is up again');
      await delay(SECONDS.after * 1000);
      const answers = await stop();
      const accepted = answers.filter(({ status }) => status === 200).length;
      const { builds, applied } = await readBack(pool, accepted);
      say(
        `${answers.length} sent, ${accepted} answered 200, ${builds} builds in the database, ${applied} applied to them`,
      );
      return {
        slowest: Math.max(...answers.map(({ ms }) => ms)),
        refused: answers.length - accepted,
        wrong: Math.abs(accepted - builds) + Math.abs(applied - builds),
      };
    });
  } finally {
    await worker.stop();
  }
}

export async function run({ stage, say }) {
  const { slowest, refused, wrong } = await measure(stage, stage.trees[0], say);
  const one = (name, aim, unit, value) => figure(name, { better: 'lower', aim, unit, samples: { now: [value] } });
  return [
    one('slowest answer while Redis is down', 2000, 'ms', slowest),
    one('webhooks refused while Redis is down', 0, 'webhooks', refused),
    one('webhooks lost or applied twice', 0, 'webhooks', wrong),
  ];
}
