import { expect, it } from '@jest/globals';
import { startCulpritSearch } from '@slipway/db';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import {
  eventually,
  factories,
  openTestDatabase,
  TEST_APP_SECRET,
  testDelivery,
  testJenkins,
  testProcess,
} from '@slipway/testing';
import { openPublisher } from './publisher.js';
import { workerProcesses } from './worker-process.js';

const ACCESS = { username: 'slipway', apiToken: 'canary-api-token' };
const LOCAL_JENKINS = { JENKINS_ALLOWED_NETWORKS: '127.0.0.0/8' };
const JOB = 'Harbor';
const CULPRIT = 104;
const LAST = 106;
const HOUR_MS = 3_600_000;

const { settings, onClose } = await testProcess();
const workers = workerProcesses(settings);
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { prisma } = database;
const make = factories(database);
const { publisher } = openPublisher({ settings, onClose });
const jenkins = await testJenkins(ACCESS);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId, { automaticInvestigation: 'off' });
const { id: projectId } = project;
const { id: integrationId } = await make.integration(project, 'jenkins');

const LOG = "Building\nsrc/fog.c:3:1: error: use of undeclared identifier 'Density'\nmake: *** [all] Error 1\n";

/** Reports that a build of a changelist ended, as Jenkins would. */
async function report(number: number, changelist: number, at = Date.now()) {
  const time = new Date(at).toISOString();
  const hasPassed = changelist < CULPRIT;
  // Workers also poll the server, which must not contradict the report.
  const info = { result: hasPassed ? 'SUCCESS' : 'FAILURE', timestamp: at, duration: 1_000 };
  jenkins.build(JOB, number, { running: false, info });
  const build = { job_name: JOB, build_number: number, changelist, branch: 'main', started_at: time };
  const ended = hasPassed ? { status: 'success' } : { status: 'failure', log: LOG };
  const body = JSON.stringify({ ...build, ...ended, finished_at: time });
  await publisher.publish(testDelivery({ accountId, projectId, integrationId, body }));
}

const open = { search: { projectId }, outcome: 'requested' as const, buildNumber: { not: null } };

/** Lets Jenkins start what it was asked for, and reports how those builds ended. */
async function reportRuns() {
  jenkins.startQueued();
  for (const { identifier, buildNumber } of await prisma.culpritRun.findMany({ where: open }))
    await report(Number(buildNumber), Number(identifier));
}

/**
 * The id of a run that is newer than those a kill has met; undefined if there is none. A revision that no run has tested
 * and whose request is lost twice is left out of the search, as it should be: so each kill meets one that lost none.
 */
async function newRun(newest: bigint): Promise<bigint | undefined> {
  const runs = await prisma.culpritRun.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
  const named = (...outcomes: string[]) =>
    runs.flatMap(({ outcome, identifier }) => (outcomes.includes(outcome) ? [identifier] : []));
  const [lost, tested] = [named('lost'), named('passed', 'failed')];
  if (named('requested').some((each) => lost.includes(each) && !tested.includes(each))) return undefined;
  return runs.findLast(({ id, outcome }) => outcome === 'requested' && id > newest)?.id;
}

/** A request that the killed worker may have sent is waited for, for longer than a test may take. */
async function passPatience() {
  const unconfirmed = { projectId, outcome: 'requested' as const, buildNumber: null, queueItem: null };
  await prisma.culpritRun.updateMany({
    where: { ...unconfirmed, askedAt: { not: null } },
    data: { askedAt: new Date(Date.now() - HOUR_MS) },
  });
}

it('kill -9 of the worker during a search: it ends with the culprit, and no request is repeated', async () => {
  const config = { server_url: jenkins.url, username: ACCESS.username };
  await prisma.integration.update({ where: { id: integrationId }, data: { config } });
  const appSecrets = appSecretsOf({ APP_SECRET: TEST_APP_SECRET, APP_SECRET_ALSO_ACCEPTED: '' });
  const { ciphertext, fingerprint } = sealSecret(appSecrets, integrationId, ACCESS.apiToken);
  await prisma.integrationSecret.create({ data: { integrationId, purpose: 'api', ciphertext, fingerprint } });
  jenkins.job(JOB, ['CHANGELIST']);
  const start = Date.now() - 3 * HOUR_MS;
  for (let number = 101; number <= LAST; number += 1) {
    const timestamp = new Date(start + (number - 100) * 60_000);
    const times = { timestamp, createdAt: timestamp, updatedAt: timestamp };
    await make.change(project, { identifier: String(number), branch: 'main', ...times });
  }
  await report(1, 100, start);
  await report(2, LAST, start + HOUR_MS);
  let worker = await workers.start(LOCAL_JENKINS);
  const problem = await eventually(
    'the failure has a problem',
    async () => (await prisma.problem.findFirst({ where: { projectId } })) ?? undefined,
    60_000,
  );
  const search = { accountId, projectId, problemId: Number(problem.id), startedById: userId };
  await database.modelTransaction((tx) =>
    startCulpritSearch(tx, { ...search, runsBy: 'ci', maxRuns: 30, now: new Date() }),
  );
  // Each kill meets the search at another step: a run just written, one in the queue, one that is reported.
  let newest = 0n;
  for (let kill = 1; kill <= 3; kill += 1) {
    newest = await eventually(
      'another run was requested',
      async () => {
        if (kill > 1) await reportRuns();
        return newRun(newest);
      },
      120_000,
    );
    await worker.kill();
    await passPatience();
    worker = await workers.start(LOCAL_JENKINS);
  }
  const ended = await eventually(
    'the search has ended',
    async () => {
      await reportRuns();
      return (await prisma.culpritSearch.findFirst({ where: { projectId, state: 'ended' } })) ?? undefined;
    },
    150_000,
  );
  const { identifier } = await prisma.change.findFirstOrThrow({ where: { id: ended.culpritChangeId ?? 0 } });
  expect([ended.conclusion, Number(identifier)]).toEqual(['found', CULPRIT]);
  const runs = await prisma.culpritRun.count({ where: { projectId } });
  const asked = jenkins.requests.filter(({ method, path }) => method === 'POST' && path.includes(`/${JOB}/`));
  expect(asked.length).toBeLessThanOrEqual(runs);
  const lost = await prisma.culpritRun.groupBy({
    by: ['identifier'],
    where: { projectId, outcome: 'lost' },
    _count: true,
  });
  for (const { _count: times } of lost) expect(times).toBeLessThanOrEqual(2);
  expect(await worker.end()).toBe(0);
}, 600_000);
