import { afterAll, beforeEach } from '@jest/globals';
import { addChannel, writeNotification } from '@slipway/db';
import { type ChannelConfig, newWebhookSecret, sealChannelConfig, targetOf } from '@slipway/destinations';
import { appSecretsOf, newId } from '@slipway/domain';
import { addressRules } from '@slipway/runtime';
import { factories, openTestDatabase, testClock, testProcess, testReceiver } from '@slipway/testing';
import { createInstallationTokens } from '../github/app-token.js';
import { createMailer } from '../mail/mailer.js';
import { createOutbox, type Outbox } from '../outgoing/outbox.js';
import { createJsonPoster } from '../outgoing/post-json.js';
import { createWorkerMetrics } from '../worker-metrics.js';

const MINUTE_MS = 60_000;

/** A receiver, channels that lead to it, and notifiers on demand. Await it at the top level of a test file. */
export async function notificationsFixture() {
  const { settings, logger, logLines, metrics, onClose } = await testProcess();
  const database = openTestDatabase(settings.DATABASE_URL);
  onClose('database', () => database.close());
  const { prisma } = database;
  const make = factories(database);
  const receiver = await testReceiver();
  const clock = testClock(Date.now());
  const appSecrets = appSecretsOf(settings);
  const notifiers: Outbox[] = [];

  /** The notifier of another worker. */
  function newNotifier({ networks = '127.0.0.0/8', timeoutMs = 2_000 } = {}): Outbox {
    const rules = addressRules(networks, 'NOTIFICATION_ALLOWED_NETWORKS');
    const notifier = createOutbox({
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
    notifiers.push(notifier);
    return notifier;
  }

  const notifier = newNotifier();
  afterAll(() => Promise.all(notifiers.map((one) => one.close())));
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.reply({ status: 200, body: 'ok' });
    await prisma.notification.deleteMany();
    await prisma.notificationChannel.deleteMany();
    await prisma.mailOutbox.deleteMany();
  });

  /** A project of a new studio, with a failed build of its main job. */
  async function newProject() {
    const studio = await make.studio();
    const project = await make.project(studio.accountId);
    const finishedAt = new Date(clock.now() - MINUTE_MS);
    const build = { status: 'failed', jobName: 'Harbor-Win64' };
    const { id: buildRunId } = await make.buildRun(project, { ...build, finishedAt, statusAt: finishedAt });
    return { ...studio, project, projectId: project.id, buildRunId };
  }

  type TestProject = Awaited<ReturnType<typeof newProject>>;

  async function newChannel(
    { accountId, projectId, userId }: Pick<TestProject, 'accountId' | 'projectId' | 'userId'>,
    config: ChannelConfig,
  ) {
    const id = newId();
    const sealed = sealChannelConfig(appSecrets, id, config);
    await addChannel(database, {
      id,
      accountId,
      projectId,
      userId,
      kind: config.kind,
      name: `Builds (${config.kind})`,
      target: targetOf(config),
      config: sealed,
    });
    return id;
  }

  /** A project with one channel. */
  async function withChannel(config: ChannelConfig) {
    const project = await newProject();
    return { project, id: await newChannel(project, config) };
  }

  let events = 0;

  /** Writes that the main job broke, or another event of the same outage. */
  async function happen(
    { accountId, projectId, buildRunId }: TestProject,
    event: 'main_job.broke' | 'main_job.recovered' | 'main_job.still_broken' = 'main_job.broke',
  ) {
    events += 1;
    const eventKey = `${event}:${events}`;
    await writeNotification(database, {
      accountId,
      projectId,
      buildRunId,
      event,
      eventKey,
      threadKey: `outage:${projectId}`,
      detail: { failures: 2 },
    });
  }

  return {
    database,
    prisma,
    make,
    receiver,
    clock,
    notifier,
    newNotifier,
    logLines,
    appSecrets,
    settings,
    newProject,
    newChannel,
    withChannel,
    happen,
    slack: () => ({ kind: 'slack_webhook' as const, url: `${receiver.url}/services/T0/B0/secret` }),
    webhook: (secret = newWebhookSecret()) => ({
      kind: 'webhook' as const,
      url: `${receiver.url}/hooks`,
      secrets: [{ secret, until: null }],
    }),
    /** Releases and sends everything that is due. */
    async send(by: Outbox = notifier): Promise<void> {
      await by.tick();
      await by.idle();
    },
    /** Ends the wait of all channels after a failure. */
    async endWaits(): Promise<void> {
      await prisma.notificationChannel.updateMany({ data: { nextAttemptAt: new Date(0), leasedUntil: null } });
    },
    deliveriesOf: (channelId: string) =>
      prisma.notificationDelivery.findMany({ where: { channelId }, orderBy: { id: 'asc' } }),
    channel: (id: string) => prisma.notificationChannel.findUniqueOrThrow({ where: { id } }),
  };
}
