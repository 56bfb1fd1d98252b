import { expect, it } from '@jest/globals';
import { addChannel } from '@slipway/db';
import { appSecretsOf, newId, newWebhookSecret, sealChannelConfig, targetOf } from '@slipway/domain';
import { eventually, factories, openTestDatabase, testProcess, testReceiver } from '@slipway/testing';
import { workerProcesses } from './worker-process.js';

const NOTIFICATIONS = 1_000;
const CHANNELS = 50;
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

/** A project with an outgoing webhook to the receiver, whose main job broke so many times. */
async function brokenProject(times: number): Promise<void> {
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const id = newId();
  const secrets = [{ secret: newWebhookSecret(), until: null }];
  const config = { kind: 'webhook' as const, url: receiver.url, secrets };
  await addChannel(database, {
    ...{ id, accountId, userId, projectId: project.id, kind: config.kind, name: 'Builds' },
    ...{ target: targetOf(config), config: sealChannelConfig(appSecretsOf(settings), id, config) },
  });
  const { id: buildRunId } = await make.buildRun(project, { status: 'failed', finishedAt: new Date() });
  await prisma.notification.createMany({
    data: Array.from({ length: times }, (_, index) => ({
      ...{ id: newId(), accountId, projectId: project.id, event: 'main_job.broke', buildRunId },
      ...{ eventKey: `broke:${index}`, threadKey: `outage:${index}`, releaseAt: new Date() },
    })),
  });
}

it('kill -9 of the worker while 1,000 notifications are due loses none; repeats keep their id', async () => {
  for (let count = 0; count < CHANNELS; count += 1) await brokenProject(NOTIFICATIONS / CHANNELS);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = await start();
    const enough = (NOTIFICATIONS / (KILLS + 5)) * kill;
    await eventually(
      'some are sent',
      async () => (receiver.received.length >= enough || (await isDone()) ? true : undefined),
      60_000,
    );
    await worker.kill();
  }
  const last = await start();
  await eventually('all are sent', async () => ((await isDone()) ? true : undefined), 120_000);
  expect(await last.end()).toBe(0);

  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.received) {
    const id = String(headers['webhook-id']);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  }
  expect(bodies.size).toBe(NOTIFICATIONS);
  expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true);
  expect(receiver.received.length - NOTIFICATIONS).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
}, 400_000);

async function isDone(): Promise<boolean> {
  const sent = await prisma.notificationDelivery.count({ where: { status: 'sent' } });
  return sent === NOTIFICATIONS;
}
