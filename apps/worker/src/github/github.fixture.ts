import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach } from '@jest/globals';
import { completeInvestigation, saveGithubSettings } from '@slipway/db';
import { appSecretsOf, type BuildReport, newId, sealSecret } from '@slipway/domain';
import { addressRules } from '@slipway/runtime';
import {
  buildReport,
  changeReport,
  factories,
  GITHUB_TOKEN,
  openTestDatabase,
  projectApplier,
  testClock,
  testGithub,
  testProcess,
} from '@slipway/testing';
import { createMailer } from '../mail/mailer.js';
import { createOutbox, type Outbox } from '../outgoing/outbox.js';
import { createJsonPoster } from '../outgoing/post-json.js';
import { createWorkerMetrics } from '../worker-metrics.js';
import { createInstallationTokens } from './app-token.js';

export const REPOSITORY = 'studio/harbor';

/** The hash of a new commit. */
export const newSha = () => randomBytes(20).toString('hex');

interface ConnectionFields {
  readonly statuses?: boolean;
  readonly comments?: boolean;
  readonly appId?: string | null;
  readonly credential?: string;
}

/** A server that behaves like GitHub, projects that update it, and workers. Await it at the top level of a test file. */
export async function githubFixture() {
  const { settings, logger, logLines, metrics, onClose } = await testProcess();
  const database = openTestDatabase(settings.DATABASE_URL);
  onClose('database', () => database.close());
  const { prisma } = database;
  const make = factories(database);
  const github = await testGithub();
  const clock = testClock(Date.now());
  const appSecrets = appSecretsOf(settings);
  const updaters: Outbox[] = [];

  /** The updater of another worker. */
  function newUpdater({ networks = '127.0.0.0/8', timeoutMs = 2_000 } = {}): Outbox {
    const rules = addressRules(networks, 'NOTIFICATION_ALLOWED_NETWORKS');
    const updater = createOutbox({
      database,
      clock,
      logger,
      appSecrets,
      metrics: createWorkerMetrics(metrics),
      baseUrl: 'https://slipway.test',
      mailer: createMailer(settings),
      poster: createJsonPoster({ rules, timeoutMs }),
      tokens: createInstallationTokens(() => clock.now()),
    });
    updaters.push(updater);
    return updater;
  }

  const updater = newUpdater();
  afterAll(() => Promise.all(updaters.map((one) => one.close())));
  beforeEach(async () => {
    await prisma.githubConnection.deleteMany();
    await prisma.mailOutbox.deleteMany();
    github.reset();
    github.repositories.add(REPOSITORY);
  });

  /** A project whose commits come from GitHub and whose builds come from Jenkins. */
  async function newProject(fields: ConnectionFields = {}) {
    const { accountId, userId } = await make.studio();
    const project = await make.project(accountId);
    const { id: integrationId } = await make.integration(project, 'github');
    const { id: jenkinsId } = await make.integration(project, 'jenkins');
    const connection = { integrationId, projectId: project.id };
    const { statuses = true, comments = false, appId = null, credential = GITHUB_TOKEN } = fields;
    await saveGithubSettings(database, connection, {
      statuses,
      comments,
      appId,
      apiUrl: github.url,
      credential: sealSecret(appSecrets, integrationId, credential),
    });
    await prisma.githubConnection.update({ where: { integrationId }, data: { testRequestedAt: null } });
    const applier = projectApplier(database, { ...project, integrationId, provider: 'github' });
    let reports = 0;
    const apply = (operations: Parameters<typeof applier.apply>[0][number]['operations'], via?: number) => {
      reports += 1;
      const jenkins = via === undefined ? {} : { via: { integrationId: via, provider: 'jenkins' } };
      return applier.apply([{ key: String(reports), receivedAt: Date.now(), operations, ...jenkins }]);
    };
    const builtAt = Date.now();
    return {
      ...project,
      projectId: project.id,
      accountId,
      userId,
      integrationId,
      jenkinsId,
      commit: (sha: string, repository = REPOSITORY) =>
        apply([changeReport({ identifier: sha, displayIdentifier: sha.slice(0, 7), repository })]),
      /** Jenkins reports a build. Later ones of a job started later. */
      build(sha: string, build: Partial<BuildReport> = {}) {
        const at = builtAt + reports;
        const fixed = { jobName: 'Harbor-Win64', commitHash: sha, startedAt: at, reportedAt: at };
        return apply([buildReport({ ...fixed, ...build })], jenkinsId);
      },
      /** GitHub reports a build that it ran. */
      githubBuild: (sha: string, build: Partial<BuildReport> = {}) =>
        apply([buildReport({ jobName: 'CI', commitHash: sha, reportedAt: builtAt + reports, ...build })]),
    };
  }

  type TestProject = Awaited<ReturnType<typeof newProject>>;

  /** Stores the finding of a build, as an investigation does. */
  async function find(
    { accountId, projectId }: TestProject,
    buildNumber: string,
    {
      diagnosis = 'The compiler reports an error in Boat.cpp.',
      line = "error C2039: 'Sail': is not a member",
    } = {},
  ) {
    const { id: buildRunId } = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber } });
    const held = {
      id: newId(),
      accountId,
      projectId,
      buildRunId: Number(buildRunId),
      automatic: true,
      attempt: 1,
    };
    await prisma.investigation.create({
      data: {
        id: held.id,
        accountId,
        projectId,
        buildRunId,
        automatic: true,
        status: 'running',
        attempts: 1,
        creditsCharged: 0,
        chargedOn: new Date(),
      },
    });
    await database.modelTransaction((tx) =>
      completeInvestigation(tx, held, {
        diagnosis,
        attribution: '',
        suggestedFix: '',
        fixKind: 'general',
        category: 'compile',
        confidence: 0.9,
        hasLog: true,
        evidence: [{ line: 12, text: line }],
        attributedUserId: null,
        suspects: [],
        fingerprint: null,
        steps: [],
      }),
    );
  }

  /** Ends the wait of all connections. */
  const endWaits = () =>
    prisma.githubConnection.updateMany({ data: { nextAttemptAt: new Date(0), leasedUntil: null } });

  return {
    database,
    prisma,
    github,
    clock,
    updater,
    newUpdater,
    logLines,
    appSecrets,
    newProject,
    find,
    endWaits,
    /** Sends everything that can be sent now, one update after another. */
    async send(by: Outbox = updater): Promise<void> {
      for (let before = -1; before !== github.received.length; ) {
        before = github.received.length;
        await endWaits();
        await by.tick();
        await by.idle();
      }
    },
    /** Makes one attempt. */
    async attempt(by: Outbox = updater): Promise<void> {
      await by.tick();
      await by.idle();
    },
    connection: (integrationId: number) => prisma.githubConnection.findUniqueOrThrow({ where: { integrationId } }),
    pendingOf: (integrationId: number) =>
      prisma.githubUpdate.count({ where: { integrationId, pendingSince: { not: null } } }),
  };
}
