import { afterAll, beforeEach } from '@jest/globals';
import { appSecretsOf, createProjectRedactors, sealSecret } from '@slipway/domain';
import { addressRules } from '@slipway/runtime';
import {
  factories,
  type JenkinsBuild,
  openTestDatabase,
  testClock,
  testJenkins,
  testProcess,
} from '@slipway/testing';
import { createWorkerMetrics } from '../worker-metrics.js';
import { createJenkinsPoller, type JenkinsPoller } from './jenkins-poller.js';

/** The credentials that the test server accepts. */
export const access = { username: 'slipway', apiToken: 'canary-api-token' };

/** A Jenkins server, integrations that use it, and pollers on demand. Await it at the top level of a test file. */
export async function pollingFixture() {
  const { settings, logger, logLines, metrics, onClose } = await testProcess();
  const database = openTestDatabase(settings.DATABASE_URL);
  onClose('database', () => database.close());
  const { prisma } = database;
  const make = factories(database);
  const jenkins = await testJenkins(access);
  const clock = testClock(Date.now());
  const deps = {
    database,
    clock,
    logger,
    metrics: createWorkerMetrics(metrics),
    baseUrl: 'https://slipway.example.com',
    failures: { add: () => undefined },
    appSecrets: appSecretsOf(settings),
    redactors: createProjectRedactors(appSecretsOf(settings)),
    rules: addressRules('127.0.0.0/8'),
    retentionDays: settings.DELIVERY_RETENTION_DAYS,
  };
  const pollers: JenkinsPoller[] = [];

  /** The poller of another worker. */
  function newPoller(): JenkinsPoller {
    const poller = createJenkinsPoller(deps);
    pollers.push(poller);
    return poller;
  }

  const poller = newPoller();
  afterAll(() => Promise.all(pollers.map((one) => one.close())));
  beforeEach(async () => {
    jenkins.intercept(null);
    await prisma.integration.deleteMany();
  });

  async function addToken(integrationId: number, token: string): Promise<void> {
    const { ciphertext, fingerprint } = sealSecret(appSecretsOf(settings), integrationId, token);
    await prisma.integrationSecret.create({ data: { integrationId, purpose: 'api', ciphertext, fingerprint } });
  }

  /** An integration that uses the server, in a new studio by default. */
  async function newIntegration(config: Record<string, unknown> = {}, account?: number) {
    const accountId = account ?? (await make.studio()).accountId;
    const project = await make.project(accountId);
    const { id } = await make.integration(project, 'jenkins');
    const settingsOf = { server_url: jenkins.url, username: access.username, ...config };
    await prisma.integration.update({ where: { id }, data: { config: settingsOf } });
    await addToken(id, access.apiToken);
    return { project, id };
  }

  /** A build whose start was reported by a webhook, with no reports since. */
  async function startedBuild(fields: Partial<JenkinsBuild> = {}) {
    const { project, id } = await newIntegration();
    const jobName = `job-${id}`;
    const timestamp = clock.now() - 60_000;
    const build = jenkins.build(jobName, 7, { log: 'one\n', ...fields, info: { timestamp, ...fields.info } });
    const statusAt = new Date(timestamp);
    const reported = { integrationId: id, jobName, buildNumber: '7', status: 'building', statusAt };
    const run = await make.buildRun(project, reported);
    return { project, id, jobName, build, runId: run.id };
  }

  return {
    database,
    prisma,
    make,
    jenkins,
    clock,
    poller,
    logLines,
    newPoller,
    addToken,
    newIntegration,
    startedBuild,
    /** Runs all due polls and waits until they are done. */
    async poll(by: JenkinsPoller = poller): Promise<void> {
      await by.tick();
      await by.idle();
    },
    stateOf: (integrationId: number) => prisma.jenkinsPoll.findUniqueOrThrow({ where: { integrationId } }),
    runOf: (integrationId: number, buildNumber: string) =>
      prisma.buildRun.findFirst({
        where: { integrationId, buildNumber },
        include: { log: true, artifacts: true },
      }),
  };
}
