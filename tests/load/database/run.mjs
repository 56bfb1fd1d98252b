/**
 * Compares the cost of the hot statements through Prisma's raw queries with that through the driver: the same
 * statements on the same pool, in alternating rounds. Prints this process's CPU time and the elapsed time, both per
 * call, and the medians of their ratios. infra/docs/decisions/data-layer.md records the decision.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_TYPES } from '@slipway/contracts';
import { apiReads, applyDeliveries, findIntegrationContexts, openDatabase, sqlOn } from '@slipway/db';
import { startPostgres } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { normalize } from '@slipway/providers';
import { seedDemo } from '@slipway/seed';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);
const BATCH = 100;
const ROWS = 20_000;
const PAGE = { count: 51, after: null };
const BASE_URL = 'http://127.0.0.1';

async function withDatabase(work) {
  const home = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const postgres = await startPostgres({ home });
  const { url } = postgres;
  try {
    await migrate(url);
    const demoFile = join(home, 'demo.json');
    await seedDemo({ databaseUrl: url, appSecret: 'benchmark-benchmark', baseUrl: BASE_URL, demoFile });
    const database = openDatabase({ url, name: 'bench', poolSize: 2, statementTimeoutMs: 60_000 });
    try {
      await work(database, JSON.parse(await readFile(demoFile, 'utf8')));
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/** Normalized reports of `count` builds, numbered from `from`. */
function reports({ accountId, projectId, context }, from, count) {
  return Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    const body = { job_name: 'Bench', build_number: from + index, status: 'SUCCESS', commit_sha: 'a'.repeat(40) };
    const delivery = {
      id,
      accountId,
      projectId,
      integrationId: context.integrationId,
      provider: 'jenkins',
      path: '/webhooks/ci',
      event: 'build_report',
      key: `id:${id}`,
      keyWindowMs: null,
      receivedAt: Date.now(),
      headers: {},
      body: JSON.stringify(body),
    };
    return { delivery, context, ...normalize(delivery, context) };
  });
}

const run = () => ({ baseUrl: BASE_URL, startedAt: Date.now() });

/** Gives the demo's Jenkins integration enough builds and deliveries to fill every page. */
async function prepare(database, demo) {
  const { id, accountId, projectId } = await database.prisma.integration.findUniqueOrThrow({
    where: { id: demo.integrations.jenkins.id },
  });
  const contexts = await findIntegrationContexts(database, [id]);
  const scope = { accountId, projectId, context: contexts.get(id) };
  for (let from = 0; from < ROWS; from += 1_000) {
    const batch = reports(scope, from, 1_000);
    await database.transaction((tx) => applyDeliveries(tx, batch, run()));
  }
  await database.pool.query({ text: 'VACUUM ANALYZE' });
  return scope;
}

/** CPU and elapsed microseconds per call. */
async function measure(calls, call) {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  for (let count = 0; count < calls; count += 1) await call();
  const { user, system } = process.cpuUsage(cpu);
  const elapsed = Number(process.hrtime.bigint() - start) / 1_000;
  return { cpu: (user + system) / calls, elapsed: elapsed / calls };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare(name, calls, { driver, prisma }) {
  await measure(calls, driver);
  await measure(calls, prisma);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ driver: await measure(calls, driver), prisma: await measure(calls, prisma) });
  const cells = ['cpu', 'elapsed'].map((figure) => {
    const [before, after] = ['driver', 'prisma'].map((way) => median(rounds.map((round) => round[way][figure])));
    const ratio = median(rounds.map((round) => round.prisma[figure] / round.driver[figure]));
    return `${Math.round(before)} → ${Math.round(after)} µs  ×${ratio.toFixed(2)}`.padStart(28);
  });
  console.log(name.padEnd(28) + cells.join(''));
}

async function compareReads({ prisma, pool }, { accountId, projectId }) {
  const { tokenHash } = await prisma.apiToken.findFirstOrThrow();
  const { userId } = await prisma.accountMembership.findFirstOrThrow({ where: { accountId } });
  const direct = apiReads({ prisma, pool });
  const through = apiReads({ prisma, pool: sqlOn(prisma) });
  const both = (read) => ({ driver: () => read(direct), prisma: () => read(through) });
  const feed = { ...PAGE, from: 0, eventTypes: EVENT_TYPES };
  await compare(
    'token of a request',
    200,
    both((reads) => reads.findApiToken(tokenHash)),
  );
  await compare(
    'project of a request',
    200,
    both((reads) => reads.findProject(userId, projectId)),
  );
  await compare(
    'page of 51 builds',
    50,
    both((reads) => reads.listBuildRuns(projectId, {}, PAGE.count)),
  );
  await compare(
    'page of 51 deliveries',
    50,
    both((reads) => reads.listDeliveries(projectId, {}, PAGE)),
  );
  await compare(
    'page of 51 feed events',
    50,
    both((reads) => reads.listFeed({ accountId, projectId: null }, feed)),
  );
}

async function compareApplying({ prisma, transaction }, scope) {
  let from = ROWS;
  const nextBatch = () => {
    from += BATCH;
    return reports(scope, from, BATCH);
  };
  await compare(`applying ${BATCH} deliveries`, 5, {
    driver: () => transaction((tx) => applyDeliveries(tx, nextBatch(), run())),
    prisma: () => prisma.$transaction((tx) => applyDeliveries(sqlOn(tx), nextBatch(), run())),
  });
}

await withDatabase(async (database, demo) => {
  const scope = await prepare(database, demo);
  const title = ['processor time', 'elapsed time'].map((column) => column.padStart(28));
  console.log('driver → Prisma'.padEnd(28) + title.join(''));
  await compareReads(database, scope);
  await compareApplying(database, scope);
});
