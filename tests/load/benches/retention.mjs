/**
 * Measures retention on ten days of events: how fast it deletes them on its own, and then while a worker applies events
 * that arrive at a constant rate, and what applying them loses by it. Checks what remains.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, readRetentionOverdue } from '@slipway/db';
import { HISTORY_TABLES, RETENTION_SETTINGS } from '@slipway/domain';
import { figure, median } from '../harness/figures.mjs';
import { CORES, serving, start } from '../harness/processes.mjs';
import { percentile, sendSteadily } from '../harness/senders.mjs';
import { secondsUntil } from './common.mjs';
import { KINDS, webhookOf } from './kinds.mjs';
import { addDay, addProjects } from './past-events.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 5_000_000);
const DAYS = 10;
/** The newest expired day is this old; builds and changes are kept for at least 90 days. */
const NEWEST_DAYS = 92;
/** Events of a day that has not expired. Their keys must stay. */
const KEPT_DAYS = 20;
const KEPT_EVENTS = 10_000;
const PERIODS = { days: 30, history: Object.fromEntries(HISTORY_TABLES.map((table) => [table, 90])) };
const ARRIVING_PER_SECOND = 2_000;
const ARRIVING_SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const WARM_UP_SECONDS = 5;
/** How many of the days are deleted while nothing else happens. */
const DAYS_ALONE = 6;

/** The settings of a worker that keeps all days, and of one that deletes what has expired. */
const KEEPING = { DELIVERY_RETENTION_DAYS: '3650' };
const DELETING = {
  DELIVERY_RETENTION_DAYS: String(PERIODS.days),
  ...Object.fromEntries(HISTORY_TABLES.map((table) => [RETENTION_SETTINGS[table], '90'])),
};

const { job } = await import(new URL('../../../apps/worker/dist/jobs/apply-retention.js', import.meta.url).href);

const seconds = (since) => (performance.now() - since) / 1000;
const shown = (value) => Math.round(value).toLocaleString('en');

/** Adds days, the oldest first, as they would have been received. */
async function fill(pool, { first, count }, say) {
  const started = performance.now();
  for (let place = first; place < first + count; place += 1)
    await addDay(pool, NEWEST_DAYS + DAYS - place, EVENTS / DAYS);
  await pool.query('VACUUM ANALYZE');
  await pool.query('CHECKPOINT');
  say(`${shown((EVENTS / DAYS) * count)} events of ${count} days, inserted in ${shown(seconds(started))} s`);
}

/** Runs the job again and again until nothing is left, as the timer does. */
async function applyRetention(database) {
  const context = {
    database,
    metrics: { retentionDeleted: { inc: () => undefined } },
    clock: { now: Date.now },
    logger: { info: () => undefined },
    retentionDays: PERIODS.days,
    history: PERIODS.history,
    signal: new AbortController().signal,
    closing: new AbortController().signal,
  };
  while ((await job.run({}, context)) === 'unfinished');
}

/** The tables whose rows retention deletes. Those of the delivery log are not deleted, but dropped. */
const COUNTED = ['delivery_keys', ...HISTORY_TABLES];

async function countDeleted(pool) {
  // Each connection reports its counts after it has been idle for a moment.
  await delay(1_500);
  const { rows } = await pool.query(
    `SELECT relname AS table, n_tup_del::float8 AS rows FROM pg_stat_user_tables WHERE relname = ANY($1)`,
    [COUNTED],
  );
  return Object.fromEntries(rows.map(({ table, rows: count }) => [table, count]));
}

/** Returns what `work` returns, with the seconds it took and the rows that were deleted meanwhile, by table. */
async function countingDeleted(pool, work) {
  const before = await countDeleted(pool);
  const started = performance.now();
  const result = await work();
  const took = seconds(started);
  const after = await countDeleted(pool);
  const deleted = Object.fromEntries(COUNTED.map((table) => [table, after[table] - before[table]]));
  return { ...result, took, deleted };
}

const describeRows = ({ deleted, took }) =>
  Object.entries(deleted)
    .filter(([, rows]) => rows > 0)
    .map(([table, rows]) => `${table} ${shown(rows)} (${shown(rows / took)}/s)`)
    .join(', ');

/** How long the deliveries received since a time took until their outcome, in milliseconds. */
async function delaysSince(pool, since) {
  const { rows } = await pool.query(
    `SELECT extract(epoch FROM finished_at - received_at)::float8 * 1000 AS ms FROM deliveries WHERE received_at >= $1`,
    [since],
  );
  return rows.map(({ ms }) => ms);
}

/** Sends events for some seconds, and waits until all have been applied. */
async function receive({ url, pool, token, firstNumber }, lastingSeconds) {
  const { rows } = await pool.query('SELECT now() AS now');
  const since = rows[0].now;
  const next = (number) => webhookOf(KINDS.ci, token, firstNumber + number);
  const started = performance.now();
  const stop = sendSteadily(url, { perSecond: ARRIVING_PER_SECOND, connections: 128, next });
  await delay(lastingSeconds * 1000);
  const answers = await stop();
  const accepted = answers.filter(({ status }) => status < 300).length;
  const applied = async () => (await delaysSince(pool, since)).length;
  const allSeconds = await secondsUntil(accepted, applied, started, 500);
  const refused = answers.length - accepted;
  return { perSecond: accepted / allSeconds, refused, delays: await delaysSince(pool, since) };
}

/** Events that arrive while a worker with the given settings applies them. */
async function measureArrivals(stage, { app, env, pool, demo }, { settings, firstNumber }) {
  await stage.emptyRedis();
  const token = demo.integrations.jenkins.token;
  const worker = await start(app('worker'), { ...env, ...settings });
  try {
    return await serving(app('ingest'), env, CORES.both, async (url) => {
      const sender = { url, pool, token, firstNumber };
      await receive(sender, WARM_UP_SECONDS);
      const measured = { ...sender, firstNumber: firstNumber + 1_000_000 };
      return countingDeleted(pool, () => receive(measured, ARRIVING_SECONDS));
    });
  } finally {
    await worker.stop();
  }
}

const describeDelays = ({ perSecond, refused, delays }) =>
  `${shown(perSecond)} of ${shown(ARRIVING_PER_SECOND)} events applied a second, ${shown(refused)} refused; from receipt to outcome ` +
  `${shown(median(delays))} ms, 99 % within ${shown(percentile(delays, 0.99))} ms, all within ${shown(Math.max(...delays))} ms`;

/** Throws if expired rows are left, or others were deleted. */
async function check(pool, say) {
  const overdue = await readRetentionOverdue(pool, PERIODS);
  const late = overdue.filter(({ seconds: late }) => late > 0).map(({ table }) => table);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS keys, count(*) FILTER (WHERE received_at < now() - make_interval(days => $1))::int AS expired,
       (SELECT count(*)::int FROM build_runs WHERE created_at < now() - interval '91 days') AS builds
     FROM delivery_keys WHERE received_at < now() - interval '1 day'`,
    [PERIODS.days + 1],
  );
  const [{ keys, expired, builds }] = rows;
  say(
    `left: ${shown(keys)} keys, ${shown(expired)} of them expired; ${shown(builds)} expired builds that are kept`,
  );
  if (late.length > 0 || expired > 0 || keys < KEPT_EVENTS)
    throw new Error(`retention left expired data (${late.join(', ')}), or deleted other data`);
}

async function measure(stage, database, say) {
  const [tree] = stage.trees;
  const { pool } = tree;
  await addProjects(pool, tree.demo.projects.main);
  await fill(pool, { first: 0, count: DAYS_ALONE }, say);
  const alone = await countingDeleted(pool, () => applyRetention(database));
  const eventsPerSecond = ((EVENTS / DAYS) * DAYS_ALONE) / alone.took;
  say(`alone: ${shown(eventsPerSecond)} events deleted a second; ${describeRows(alone)}`);
  await fill(pool, { first: DAYS_ALONE, count: DAYS - DAYS_ALONE }, say);
  await addDay(pool, KEPT_DAYS, KEPT_EVENTS);
  // A table is swept once a day.
  await pool.query('DELETE FROM retention_sweeps');
  const without = await measureArrivals(stage, tree, { settings: KEEPING, firstNumber: 10_000_000 });
  say(`without retention: ${describeDelays(without)}`);
  const beside = await measureArrivals(stage, tree, { settings: DELETING, firstNumber: 20_000_000 });
  say(`beside retention: ${describeDelays(beside)}`);
  say(`deleted beside it: ${describeRows(beside)}`);
  const rest = await countingDeleted(pool, () => applyRetention(database));
  say(`the rest, in ${shown(rest.took)} s: ${describeRows(rest) || 'none, so the rate beside it is too low'}`);
  await check(pool, say);
  return { eventsPerSecond, without, beside };
}

export async function run({ stage, say }) {
  const url = stage.trees[0].env.DATABASE_URL;
  const database = openDatabase({ url, name: 'bench', poolSize: 2, statementTimeoutMs: 60_000 });
  try {
    const { eventsPerSecond, without, beside } = await measure(stage, database, say);
    const rows = Object.values(beside.deleted).reduce((sum, count) => sum + count, 0);
    const one = (name, options, value) =>
      figure(name, { better: 'higher', ...options, samples: { now: [value] } });
    return [
      one('expired events deleted per second', { unit: '/s', aim: 5_000 }, eventsPerSecond),
      one('expired rows deleted per second while 2,000 events arrive', { unit: '/s' }, rows / beside.took),
      one('events applied beside retention, to without', { aim: 0.8 }, beside.perSecond / without.perSecond),
    ];
  } finally {
    await database.close();
  }
}
