/**
 * Measures retention with millions of delivery keys: fills several days of the delivery log, then runs the job, with
 * the same budget as in a worker, until no expired data is left. Prints what each run deleted, and checks what remains.
 */
import { openDatabase, readRetentionOverdue } from '@slipway/db';
import { figure } from '../harness/figures.mjs';

const KEYS = Number(process.env.BENCH_KEYS ?? 5_000_000);
const RETENTION_DAYS = 30;
/** The age of each day, and its share of the keys. The last one has not expired. */
const DAYS = [
  { age: 34, share: 0.6 },
  { age: 33, share: 0.15 },
  { age: 32, share: 0.15 },
  { age: 5, share: 0.1 },
];
const CHUNK = 100_000;
const BODY_BYTES = 300;
const MAX_RUNS = 100;

const { job } = await import(new URL('../../../apps/worker/dist/jobs/apply-retention.js', import.meta.url).href);

/** Ids are version 7 UUIDs and keys are random, like those of a day of webhooks. */
const INSERT = `
  WITH received AS (
    INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path, dedupe_key,
      outcome, body, body_bytes, finished_at)
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
        || lpad(to_hex(n % 4096), 3, '0') || right(md5(random()::text), 16))::uuid,
      at, 1, 1, n % 20 + 1, 'jenkins', 'build_report', '/webhooks/ci', 'id:' || gen_random_uuid(), 'applied',
      decode(repeat('a5', $3), 'hex'), $3, at
    FROM generate_series($1::int, $2::int) AS n,
      LATERAL (SELECT $4::date::timestamp AT TIME ZONE 'UTC' + make_interval(secs => n * 86399.0 / $5)) AS t (at)
    RETURNING id, received_at, integration_id, dedupe_key)
  INSERT INTO delivery_keys (integration_id, key, delivery_id, outcome, received_at)
  SELECT integration_id, dedupe_key, id, 'applied', received_at FROM received`;

async function fillDay(pool, age, count) {
  const day = new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
  await pool.query({ text: 'SELECT ensure_delivery_partitions($1, 1)', values: [day] });
  for (let from = 1; from <= count; from += CHUNK) {
    const to = Math.min(from + CHUNK - 1, count);
    await pool.query({ text: INSERT, values: [from, to, BODY_BYTES, day, count] });
  }
}

async function countKeys(pool) {
  const { rows } = await pool.query({
    text: `SELECT count(*)::int AS all,
             count(*) FILTER (WHERE received_at < (now() AT TIME ZONE 'UTC')::date - $1::int)::int AS expired
           FROM delivery_keys`,
    values: [RETENTION_DAYS],
  });
  return rows[0];
}

function contextOf(database, deleted) {
  return {
    database,
    metrics: {
      retentionDeleted: { inc: ({ table }, count) => deleted.set(table, (deleted.get(table) ?? 0) + count) },
    },
    clock: { now: Date.now },
    logger: { info: () => undefined },
    retentionDays: RETENTION_DAYS,
    history: {},
    signal: new AbortController().signal,
  };
}

const seconds = (since) => (performance.now() - since) / 1000;
const shown = (value) => Math.round(value).toLocaleString('en');

async function deleteExpired(database, say) {
  const { pool } = database;
  const start = performance.now();
  for (const { age, share } of DAYS) await fillDay(pool, age, Math.round(KEYS * share));
  await pool.query({ text: 'VACUUM ANALYZE delivery_keys' });
  const before = await countKeys(pool);
  say(
    `${shown(before.all)} keys, ${shown(before.expired)} of them expired (inserted in ${shown(seconds(start))} s)`,
  );
  let outcome = 'unfinished';
  let total = 0;
  for (let run = 1; outcome === 'unfinished' && run <= MAX_RUNS; run += 1) {
    const deleted = new Map();
    const started = performance.now();
    outcome = await job.run({}, contextOf(database, deleted));
    const took = seconds(started);
    total += took;
    const keys = deleted.get('delivery_keys') ?? 0;
    say(
      `run ${run}: ${outcome ?? 'finished'} after ${took.toFixed(1)} s, ${shown(keys)} keys, ${shown(keys / took)} a second`,
    );
  }
  const after = await countKeys(pool);
  const overdue = (await readRetentionOverdue(pool, { days: RETENTION_DAYS, history: {} })).find(
    ({ table }) => table === 'deliveries',
  );
  say(`all runs: ${shown(before.expired / total)} keys a second`);
  say(`left: ${shown(after.all)} keys, ${shown(after.expired)} expired; overdue by ${shown(overdue.seconds)} s`);
  if (after.expired > 0 || after.all !== before.all - before.expired || overdue.seconds > 0)
    throw new Error('retention left expired data, or deleted other data');
  return before.expired / total;
}

export async function run({ stage, say }) {
  const url = stage.trees[0].env.DATABASE_URL;
  const database = openDatabase({ url, name: 'bench', poolSize: 2, statementTimeoutMs: 60_000 });
  try {
    const rate = await deleteExpired(database, say);
    return [
      figure('expired delivery keys deleted per second', {
        better: 'higher',
        unit: '/s',
        samples: { now: [rate] },
      }),
    ];
  } finally {
    await database.close();
  }
}
