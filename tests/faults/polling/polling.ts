import { afterAll, beforeEach } from '@jest/globals';
import { encryptSecret, fingerprintSecret } from '@slipway/domain';
import {
  factories,
  type JenkinsBuild,
  openTestDatabase,
  testClock,
  testJenkins,
  testProcess,
} from '@slipway/testing';
import { addressRules, createJenkinsPoller, createWorkerMetrics, type JenkinsPoller } from '@slipway/worker';

/** What the server expects. */
export const access = { username: 'slipway', apiToken: 'canary-api-token' };

/** Integrations that name a Jenkins server, and pollers that are told when to poll. Await it at the top of a file. */
export async function startPolling() {
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
    appSecret: settings.APP_SECRET,
    rules: addressRules('127.0.0.0/8'),
    retentionDays: settings.DELIVERY_RETENTION_DAYS,
  };
  const pollers: JenkinsPoller[] = [];

  /** A worker's poller; several are as several workers. */
  function worker(): JenkinsPoller {
    const poller = createJenkinsPoller(deps);
    pollers.push(poller);
    return poller;
  }

  const poller = worker();
  afterAll(() => Promise.all(pollers.map((one) => one.close())));
  beforeEach(async () => {
    jenkins.intercept(null);
    await prisma.integration.deleteMany();
  });

  async function addToken(integrationId: number, token: string): Promise<void> {
    const ciphertext = new Uint8Array(encryptSecret(settings.APP_SECRET, integrationId, token));
    const fingerprint = fingerprintSecret(settings.APP_SECRET, token);
    await prisma.integrationSecret.create({ data: { integrationId, purpose: 'api', ciphertext, fingerprint } });
  }

  /** An integration that names the server, of a studio of its own unless told. */
  async function connected(config: Record<string, unknown> = {}, ofAccount?: number) {
    const accountId = ofAccount ?? (await make.studio()).accountId;
    const project = await make.project(accountId);
    const { id } = await make.integration(project, 'jenkins');
    const named = { server_url: jenkins.url, username: access.username, ...config };
    await prisma.integration.update({ where: { id }, data: { config: named } });
    await addToken(id, access.apiToken);
    return { project, id };
  }

  /** A build that a webhook told the beginning of, and nothing since. */
  async function begun(fields: Partial<JenkinsBuild> = {}) {
    const { project, id } = await connected();
    const jobName = `job-${id}`;
    const timestamp = clock.now() - 60_000;
    const build = jenkins.build(jobName, 7, { log: 'one\n', ...fields, info: { timestamp, ...fields.info } });
    const told = {
      integrationId: id,
      jobName,
      buildNumber: '7',
      status: 'building',
      statusAt: new Date(timestamp),
    };
    const run = await make.buildRun(project, told);
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
    worker,
    addToken,
    connected,
    begun,
    async turn(by: JenkinsPoller = poller): Promise<void> {
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
