/**
 * What an event costs each tier, for infra/docs/operate/capacity.md: processor time, WAL, disk, and memory in the queue. A backlog
 * is sent first and applied afterward, so that the costs of ingest and worker do not mix; then the api is read.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { COSTS, DISK, diskName } from '../../../infra/capacity-model.mjs';
import { figure } from '../harness/figures.mjs';
import { CORES, cpuSeconds, residentMb, serving, start } from '../harness/processes.mjs';
import { runWrk, sendSteadily } from '../harness/senders.mjs';
import { Redis } from '../harness/stage.mjs';
import { samplesOf, secondsUntil } from './common.mjs';
import { KINDS, webhookOf } from './kinds.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 30_000);
/** More than one ingest process accepts here: at full load, many events share an envelope, and each costs less. */
const PER_SECOND = 5_000;
const CONNECTIONS = 128;
const LOOKUPS_PER_SECOND = 60;
/** Left out of processor times: a process that has just started compiles its code first. */
const WARM_UP_SHARE = 1 / 3;
/** A studio's events are spread over projects, and so over the shards of the queue. */
const PROJECTS = 16;

/** Events of each kind in a hundred. */
const MIX = { ci: 35, engine: 25, push: 15, perforce: 15, jira: 8, deployment: 2 };
const LOG = '[512/1024] Compile Module.Harbor.cpp\n'.repeat(20);

/** Every build is reported twice: when it starts, and with the end of its log when it has ended. */
const ci = {
  ...KINDS.ci,
  bodyOf(number) {
    const build = { job_name: 'Cost', build_number: String(number >> 1), branch: 'main', changelist: '48213' };
    return number % 2 === 0
      ? { ...build, status: 'STARTED' }
      : { ...build, status: 'SUCCESS', build_url: `https://ci.example.com/job/Cost/${number}/`, logs_tail: LOG };
  },
};
const KINDS_OF_MIX = { ...KINDS, ci };

/** The kinds of a hundred events, spread evenly, each with its place among the events of its kind. */
const ORDER = Object.entries(MIX)
  .flatMap(([kind, share]) => Array.from({ length: share }, (_, place) => ({ kind, place, share })))
  .toSorted((a, b) => (a.place + 0.5) / a.share - (b.place + 0.5) / b.share);

/** Adds projects to the demo studio, each with an integration of every kind, and returns their tokens by kind. */
async function addProjects(pool, projectId) {
  const projects = [];
  for (let place = 0; place < PROJECTS; place += 1) {
    const { rows } = await pool.query(
      `INSERT INTO projects (account_id, name, engine) SELECT account_id, 'Cost', 'unreal' FROM projects WHERE id = $1
       RETURNING id, account_id`,
      [projectId],
    );
    const [{ id, account_id: accountId }] = rows;
    const tokens = {};
    for (const [kind, { provider }] of Object.entries(KINDS)) {
      tokens[kind] = randomBytes(32).toString('hex');
      const hash = createHash('sha256').update(tokens[kind]).digest('hex');
      await pool.query(
        `INSERT INTO integrations (account_id, project_id, provider, name, token_hash, token_prefix)
         VALUES ($1, $2, $3, $3, $4, $5)`,
        [accountId, id, provider, hash, tokens[kind].slice(0, 8)],
      );
    }
    projects.push(tokens);
  }
  return projects;
}

/** Sizes of tables in bytes, indexes and partitions included. */
async function tableSizes(pool) {
  const { rows } = await pool.query(
    `SELECT coalesce(pg_partition_root(oid), oid)::regclass::text AS name, sum(pg_total_relation_size(oid))::float8 AS bytes
     FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

async function walPosition(pool) {
  const { rows } = await pool.query(`SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`);
  return rows[0].bytes;
}

async function settledCount(pool) {
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM deliveries');
  return rows[0].count;
}

async function redisBytes(url) {
  const client = new Redis(url);
  const info = await client.info('memory');
  client.disconnect();
  return Number(/used_memory:(\d+)/.exec(info)[1]);
}

/** Reads the processor time of a process and of the servers; returns a function with the seconds used since. */
function watchCpu(stage, pid) {
  const pids = { tier: pid, ...stage.serverPids() };
  const read = () => Object.fromEntries(Object.entries(pids).map(([name, each]) => [name, cpuSeconds([each])]));
  const before = read();
  return () => {
    const after = read();
    return Object.fromEntries(Object.keys(pids).map((name) => [name, after[name] - before[name]]));
  };
}

/** Lets ingest look up every token, so that the backlog finds them known. Returns how many events that took. */
async function introduceTokens(url, projects, firstNumber) {
  const pairs = projects.flatMap((tokens) => Object.entries(tokens));
  const next = (number) => {
    const [kind, token] = pairs[number % pairs.length];
    return webhookOf(KINDS[kind], token, firstNumber + number);
  };
  const stop = sendSteadily(url, { perSecond: LOOKUPS_PER_SECOND, next });
  await delay((pairs.length / LOOKUPS_PER_SECOND) * 1000);
  return (await stop()).filter(({ status }) => status < 300).length;
}

/** Sends the backlog. Processor times are in seconds, for the events after the warm-up. */
async function sendBacklog(stage, { app, env }, { projects, requestOf, firstNumber }) {
  const memoryBefore = await redisBytes(stage.redisUrl);
  return serving(app('ingest'), env, CORES.both, async (url, pid) => {
    const introduced = await introduceTokens(url, projects, firstNumber + EVENTS * 2);
    let [answered, counted, usedSince] = [0, 0, undefined];
    const refusals = [];
    const stop = sendSteadily(url, {
      perSecond: PER_SECOND,
      connections: CONNECTIONS,
      next: requestOf,
      onAnswer({ status, body }) {
        answered += 1;
        if (status >= 300) refusals.push(body);
        if (usedSince !== undefined || answered < EVENTS * WARM_UP_SHARE) return;
        usedSince = watchCpu(stage, pid);
        counted = answered;
      },
    });
    await delay((EVENTS / PER_SECOND) * 1000);
    await stop();
    if (refusals.length > 0)
      throw new Error(`${refusals.length} of ${answered} events were refused: ${refusals[0]}`);
    const cpu = usedSince();
    const memory = residentMb(pid);
    const queuedBytes = (await redisBytes(stage.redisUrl)) - memoryBefore;
    return { events: introduced + answered, cpuEvents: answered - counted, cpu, memory, queuedBytes };
  });
}

async function applyBacklog(stage, { app, env, pool }, events) {
  const [from, sizes, wal] = [await settledCount(pool), await tableSizes(pool), await walPosition(pool)];
  const worker = await start(app('worker'), env);
  try {
    const settled = async () => (await settledCount(pool)) - from;
    await secondsUntil(events * WARM_UP_SHARE, settled, performance.now());
    const counted = await settled();
    const usedSince = watchCpu(stage, worker.pid);
    await secondsUntil(events, settled, performance.now(), 200);
    const cpu = usedSince();
    const grown = Object.entries(await tableSizes(pool)).map(([name, bytes]) => [
      name,
      bytes - (sizes[name] ?? 0),
    ]);
    return {
      cpuEvents: events - counted,
      cpu,
      memory: residentMb(worker.pid),
      walBytes: (await walPosition(pool)) - wal,
      disk: Object.fromEntries(grown),
    };
  } finally {
    await worker.stop();
  }
}

/** Reads of the pages that people and scripts load most, with a token. */
async function readPages(stage, { app, env, demo }, seconds) {
  const project = `/api/v1/projects/${demo.projects.main}`;
  const feed = `/api/v1/workspace/events?account_id=${demo.accounts.studio.id}&limit=50`;
  const headers = { Authorization: `Bearer ${demo.tokens.full}` };
  return serving(app('api'), env, CORES.both, async (url, pid) => {
    const read = (path) => runWrk(url + path, { seconds, connections: 4, headers });
    await read(feed);
    const usedSince = watchCpu(stage, pid);
    let reads = 0;
    for (const path of [feed, `${project}/build_runs?limit=50`, `${project}/changes?limit=50`])
      reads += (await read(path)).answered;
    return { reads, cpu: usedSince(), memory: residentMb(pid) };
  });
}

const MICROSECONDS = 1_000_000;

/** The costs in the units of the model, by the key of each. */
function costsOf(sent, applied, read) {
  const per = (used, events) => (used / events) * MICROSECONDS;
  return {
    ingestCpu: per(sent.cpu.tier, sent.cpuEvents),
    workerCpu: per(applied.cpu.tier, applied.cpuEvents),
    redisCpu: per(sent.cpu.redis, sent.cpuEvents) + per(applied.cpu.redis, applied.cpuEvents),
    postgresCpu: per(sent.cpu.postgres, sent.cpuEvents) + per(applied.cpu.postgres, applied.cpuEvents),
    apiCpuPerRead: per(read.cpu.tier, read.reads),
    postgresCpuPerRead: per(read.cpu.postgres, read.reads),
    walBytes: applied.walBytes / sent.events,
    redisBytes: sent.queuedBytes / sent.events,
    ingestMemory: sent.memory,
    workerMemory: applied.memory,
    apiMemory: read.memory,
  };
}

async function measure({ stage, seconds }, tree, round) {
  await stage.emptyRedis();
  const projects = await addProjects(tree.pool, tree.demo.projects.main);
  const firstNumber = round * 10_000_000;
  const requestOf = (number) => {
    const { kind, place, share } = ORDER[number % ORDER.length];
    const ordinal = Math.floor(number / ORDER.length) * share + place;
    // Both reports of a build go to the same project.
    const tokens = projects[(ordinal >> 1) % projects.length];
    return webhookOf(KINDS_OF_MIX[kind], tokens[kind], firstNumber + ordinal);
  };
  const sent = await sendBacklog(stage, tree, { projects, requestOf, firstNumber });
  const applied = await applyBacklog(stage, tree, sent.events);
  const read = await readPages(stage, tree, Math.min(seconds, 4));
  const megabytes = Object.entries(applied.disk).map(([name, bytes]) => [name, bytes / sent.events]);
  return { costs: costsOf(sent, applied, read), disk: Object.fromEntries(megabytes) };
}

/** Tables that grow by less than this per million events share a row. */
const SMALL_MB = 5;

export async function run(bench) {
  const { stage, rounds, say } = bench;
  const measured = [];
  for (let round = 1; round <= rounds; round += 1) {
    const results = {};
    for (const tree of stage.trees) results[tree.label] = await measure(bench, tree, round);
    measured.push(results);
    const { costs } = results.now;
    say(`round ${round}: ${COSTS.map(({ key, unit }) => `${key} ${Math.round(costs[key])} ${unit}`).join(', ')}`);
  }
  const lower = (name, unit, read) =>
    figure(name, { better: 'lower', unit, samples: samplesOf(stage.trees, measured, read) });
  const tables = Object.keys(measured[0].now.disk).filter((table) =>
    measured.some(({ now }) => now.disk[table] >= SMALL_MB),
  );
  const others = (disk) =>
    Object.entries(disk).reduce((sum, [table, megabytes]) => sum + (tables.includes(table) ? 0 : megabytes), 0);
  return [
    ...COSTS.map(({ key, name, unit }) => lower(name, unit, (results, label) => results[label].costs[key])),
    ...tables
      .toSorted((a, b) => measured[0].now.disk[b] - measured[0].now.disk[a])
      .map((table) => lower(diskName(table), DISK.unit, (results, label) => results[label].disk[table] ?? 0)),
    lower(diskName('other tables'), DISK.unit, (results, label) => others(results[label].disk)),
  ];
}
