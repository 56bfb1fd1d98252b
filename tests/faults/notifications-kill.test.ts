import { expect, it } from '@jest/globals';
import { addChannel } from '@slipway/db';
import { newWebhookSecret, sealChannelConfig, targetOf } from '@slipway/destinations';
import { appSecretsOf, newId } from '@slipway/domain';
import {
  eventually,
  factories,
  openTestDatabase,
  type ReceivedRequest,
  testProcess,
  testReceiver,
} from '@slipway/testing';
import { workerProcesses } from './worker-process.js';

const NOTIFICATIONS = 1_000;
const CHANNELS = 50;
/** So many of them are Slack webhooks, which cannot recognize a repeated message. */
const CHAT_CHANNELS = 5;
const KILLS = 20;
/** A worker sends to this many channels at once, each one message at a time. */
const IN_FLIGHT = 8;

const { settings, onClose } = await testProcess();
const workers = workerProcesses(settings);
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { prisma } = database;
const make = factories(database);
const receiver = await testReceiver();

const start = () => workers.start({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' });

type Kind = 'webhook' | 'slack_webhook';

/** A project with a channel that leads to the receiver, whose main job broke so many times. */
async function brokenProject(kind: Kind, times: number): Promise<void> {
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const id = newId();
  const secrets = [{ secret: newWebhookSecret(), until: null }];
  const url = `${receiver.url}/${kind}`;
  const config = kind === 'webhook' ? { kind, url, secrets } : { kind, url };
  await addChannel(database, {
    ...{ id, accountId, userId, projectId: project.id, kind: config.kind, name: 'Builds' },
    ...{ target: targetOf(config), config: sealChannelConfig(appSecretsOf(settings), id, config) },
  });
  const { id: buildRunId } = await make.buildRun(project, { status: 'failed', finishedAt: new Date() });
  await prisma.notification.createMany({
    data: Array.from({ length: times }, (_, index) => ({
      ...{ id: newId(), accountId, projectId: project.id, event: 'main_job.broke', buildRunId },
      ...{ eventKey: `broke:${index}`, threadKey: `outage:${index}`, releaseAt: new Date() },
      // Makes the messages differ.
      detail: { failures: index + 2 },
    })),
  });
}

it('kill -9 of the worker while 1,000 notifications are due loses none; repeats keep their id', async () => {
  for (let count = 0; count < CHANNELS; count += 1)
    await brokenProject(count < CHAT_CHANNELS ? 'slack_webhook' : 'webhook', NOTIFICATIONS / CHANNELS);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = await start();
    const enough = (NOTIFICATIONS / (KILLS + 5)) * kill;
    await eventually(
      'some are sent',
      async () => (receiver.received.length >= enough || (await isDone()) ? true : undefined),
      120_000,
    );
    await worker.kill();
  }
  const last = await start();
  await eventually('all are sent', async () => ((await isDone()) ? true : undefined), 120_000);
  expect(await last.end()).toBe(0);

  const chats = (NOTIFICATIONS / CHANNELS) * CHAT_CHANNELS;
  const webhooks = arrivedAt('webhook', ({ headers }) => String(headers['webhook-id']));
  const messages = arrivedAt('slack_webhook', ({ body }) => body);
  process.stdout.write(
    `${KILLS} kills, ${NOTIFICATIONS} notifications: ${webhooks.repeats} webhooks repeated under their webhook-id, ` +
      `${messages.repeats} chat messages repeated\n`,
  );
  expect([webhooks.bodies.size, messages.bodies.size]).toEqual([NOTIFICATIONS - chats, chats]);
  // A repeat has the id of the first attempt, so no two ids have the same body, and no id has two.
  expect([...webhooks.bodies.values()].every(({ size }) => size === 1)).toBe(true);
  expect(new Set([...webhooks.bodies.values()].flatMap((bodies) => [...bodies])).size).toBe(NOTIFICATIONS - chats);
  expect(webhooks.repeats + messages.repeats).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
}, 900_000);

/** What arrived for one kind of channel: the bodies under each id, and how many requests repeated one. */
function arrivedAt(kind: Kind, idOf: (request: ReceivedRequest) => string) {
  const requests = receiver.received.filter(({ path }) => path === `/${kind}`);
  const bodies = new Map<string, Set<string>>();
  for (const request of requests) {
    const id = idOf(request);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(request.body));
  }
  return { bodies, repeats: requests.length - bodies.size };
}

async function isDone(): Promise<boolean> {
  const sent = await prisma.notificationDelivery.count({ where: { status: 'sent' } });
  return sent === NOTIFICATIONS;
}
