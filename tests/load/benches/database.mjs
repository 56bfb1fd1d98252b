/**
 * Compares the cost of the hot statements through Prisma's raw queries with that through the driver: the same
 * statements on the same pool, in alternating rounds. Prints this process's CPU time and the elapsed time, both per
 * call, and the medians of their ratios. infra/docs/decisions/data-layer.md records the decision.
 */
import { randomUUID } from 'node:crypto';
import { EVENT_TYPES } from '@slipway/contracts';
import { apiReads, applyDeliveries, findIntegrationContexts, openDatabase, sqlOn } from '@slipway/db';
import { normalize } from '@slipway/providers';
import { figure } from '../harness/figures.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);
const BATCH = 100;
const ROWS = 20_000;
const PAGE = { count: 51, after: null };
const BASE_URL = 'http://127.0.0.1';

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

const newRun = () => ({ baseUrl: BASE_URL, startedAt: Date.now() });

/** Gives the demo's Jenkins integration enough builds and deliveries to fill every page. */
async function prepare(database, demo) {
  const { id, accountId, projectId } = await database.prisma.integration.findUniqueOrThrow({
    where: { id: demo.integrations.jenkins.id },
  });
  const contexts = await findIntegrationContexts(database, [id]);
  const scope = { accountId, projectId, context: contexts.get(id) };
  for (let from = 0; from < ROWS; from += 1_000) {
    const batch = reports(scope, from, 1_000);
    await database.transaction((tx) => applyDeliveries(tx, batch, newRun()));
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

/** The processor time of a call through Prisma, compared with the driver's. */
async function compare(name, calls, { driver, prisma }) {
  await measure(calls, driver);
  await measure(calls, prisma);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ driver: await measure(calls, driver), prisma: await measure(calls, prisma) });
  return ['cpu', 'elapsed'].map((part) =>
    figure(`${name} through Prisma, to the driver, ${part === 'cpu' ? 'processor time' : 'elapsed time'}`, {
      better: 'lower',
      samples: { now: rounds.map((round) => round.prisma[part] / round.driver[part]) },
    }),
  );
}

async function compareReads({ prisma, pool }, { accountId, projectId }) {
  const { tokenHash } = await prisma.apiToken.findFirstOrThrow();
  const { userId } = await prisma.accountMembership.findFirstOrThrow({ where: { accountId } });
  const direct = apiReads({ prisma, pool });
  const through = apiReads({ prisma, pool: sqlOn(prisma) });
  const both = (read) => ({ driver: () => read(direct), prisma: () => read(through) });
  const feed = { ...PAGE, from: 0, eventTypes: EVENT_TYPES };
  return [
    ...(await compare(
      'token of a request',
      200,
      both((reads) => reads.findApiToken(tokenHash)),
    )),
    ...(await compare(
      'project of a request',
      200,
      both((reads) => reads.findProject(userId, projectId)),
    )),
    ...(await compare(
      'page of 51 builds',
      50,
      both((reads) => reads.listBuildRuns(projectId, {}, PAGE.count)),
    )),
    ...(await compare(
      'page of 51 deliveries',
      50,
      both((reads) => reads.listDeliveries(projectId, {}, PAGE)),
    )),
    ...(await compare(
      'page of 51 events',
      50,
      both((reads) => reads.listFeed({ accountId, projectId: null }, feed)),
    )),
  ];
}

async function compareApplying({ prisma, transaction }, scope) {
  let from = ROWS;
  const nextBatch = () => {
    from += BATCH;
    return reports(scope, from, BATCH);
  };
  return compare(`applying ${BATCH} deliveries`, 5, {
    driver: () => transaction((tx) => applyDeliveries(tx, nextBatch(), newRun())),
    prisma: () => prisma.$transaction((tx) => applyDeliveries(sqlOn(tx), nextBatch(), newRun())),
  });
}

export async function run({ stage }) {
  const [{ env, demo }] = stage.trees;
  const database = openDatabase({ url: env.DATABASE_URL, name: 'bench', poolSize: 2, statementTimeoutMs: 60_000 });
  try {
    const scope = await prepare(database, demo);
    return [...(await compareReads(database, scope)), ...(await compareApplying(database, scope))];
  } finally {
    await database.close();
  }
}
