/**
 * What an event of each kind writes: statements, rows, WAL, and time in PostgreSQL. The time leaves out advisory locks, but
 * not waiting for a row that another batch has locked. The events wait in the queue until the worker starts, so that
 * batches are as large in every run.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../harness/figures.mjs';
import { CORES, serving, start } from '../harness/processes.mjs';
import { sendSteadily } from '../harness/senders.mjs';
import { secondsUntil } from './common.mjs';
import { KINDS, webhookOf } from './kinds.mjs';

const EVENTS = 6_000;
const PER_SECOND = 1_500;
const LOG = '[512/1024] Compile Module.Harbor.cpp\n'.repeat(20);

/** A report as a build server sends it when a build has ended. */
const ci = {
  ...KINDS.ci,
  bodyOf: (number) => ({
    job_name: 'Writes',
    build_number: String(number),
    status: 'SUCCESS',
    branch: 'main',
    changelist: String(1_000_000 + (number >> 2)),
    build_url: `https://ci.example.com/job/Writes/${number}/`,
    logs_tail: LOG,
  }),
};

async function queue({ app, env, demo }, kind, offset) {
  const { token } = demo.integrations[kind.integration];
  return serving(app('ingest'), env, CORES.both, async (url) => {
    const stop = sendSteadily(url, {
      perSecond: PER_SECOND,
      next: (number) => webhookOf(kind, token, offset + number),
    });
    await delay((EVENTS / PER_SECOND) * 1000);
    const answers = await stop();
    const refused = answers.find(({ status }) => status >= 300);
    if (refused !== undefined) throw new Error(`an event was answered with ${refused.status}: ${refused.body}`);
    return answers.length;
  });
}

const READ = `SELECT
  (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal,
  (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 FROM pg_stat_user_tables) AS rows,
  (SELECT sum(calls)::float8 FROM pg_stat_statements WHERE dbid = d.oid AND query !~ 'pg_stat|count') AS statements,
  (SELECT sum(total_exec_time)::float8 FROM pg_stat_statements WHERE dbid = d.oid AND query !~ 'pg_stat|count|pg_advisory') AS ms
  FROM pg_database d WHERE d.datname = current_database()`;

/** Applies what is queued, and returns what each event cost. */
async function costOf({ app, env, pool }, queued) {
  const settled = async () => (await pool.query('SELECT count(*)::int AS count FROM deliveries')).rows[0].count;
  const from = await settled();
  await pool.query('CHECKPOINT');
  await pool.query('SELECT pg_stat_statements_reset()');
  const {
    rows: [before],
  } = await pool.query(READ);
  const worker = await start(app('worker'), env);
  try {
    await secondsUntil(from + queued, settled, performance.now(), 250);
  } finally {
    await worker.stop();
  }
  // The statistics of a connection arrive when it ends.
  await delay(1_000);
  const {
    rows: [after],
  } = await pool.query(READ);
  const per = (name) => (after[name] - (before[name] ?? 0)) / queued;
  return { statements: per('statements'), rows: per('rows'), wal: per('wal'), us: per('ms') * 1_000 };
}

export async function run({ stage, say }) {
  const found = [];
  for (const [name, kind] of Object.entries({ ...KINDS, ci })) {
    const costs = {};
    for (const tree of stage.trees) {
      await tree.pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
      await stage.emptyRedis();
      costs[tree.label] = await costOf(tree, await queue(tree, kind, 2_000_000));
      const { statements, rows, wal, us } = costs[tree.label];
      say(
        `${name}, ${tree.label}: ${statements.toFixed(2)} statements, ${rows.toFixed(1)} rows, ${Math.round(wal)} bytes of WAL, ${Math.round(us)} µs in PostgreSQL`,
      );
    }
    const samples = (read) =>
      Object.fromEntries(Object.entries(costs).map(([label, cost]) => [label, [read(cost)]]));
    found.push(
      figure(`${name}: rows written`, { better: 'lower', unit: 'rows', samples: samples(({ rows }) => rows) }),
      figure(`${name}: WAL`, { better: 'lower', unit: 'bytes', samples: samples(({ wal }) => wal) }),
      figure(`${name}: time in PostgreSQL`, { better: 'lower', unit: 'µs', samples: samples(({ us }) => us) }),
    );
  }
  return found;
}
