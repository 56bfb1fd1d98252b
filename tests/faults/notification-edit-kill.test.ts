import { expect, it } from '@jest/globals';
import { addChannel } from '@slipway/db';
import { sealChannelConfig, targetOf } from '@slipway/destinations';
import { appSecretsOf, newId } from '@slipway/domain';
import { eventually, factories, openTestDatabase, testProcess, testReceiver } from '@slipway/testing';
import { workerProcesses } from './worker-process.js';

const { settings, onClose } = await testProcess();
const workers = workerProcesses(settings);
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { prisma } = database;
const make = factories(database);
const receiver = await testReceiver();

const start = () => workers.start({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' });

const contentOf = (type: string, title: string, text: string) => ({
  ...{ type, data: {} },
  message: {
    ...{ tone: 'bad', title, text, quote: null, facts: [], source: 'Harbor' },
    link: { label: 'Open the build', url: 'https://slipway.test' },
  },
});

/** A channel in Discord that was told that a job broke, and has yet to be told why. */
async function awaitedCause(): Promise<string> {
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const channelId = newId();
  const config = { kind: 'discord' as const, url: `${receiver.url}/webhook` };
  await addChannel(database, {
    ...{ id: channelId, accountId, userId, projectId: project.id, kind: config.kind, name: 'Builds' },
    ...{ target: targetOf(config), config: sealChannelConfig(appSecretsOf(settings), channelId, config) },
  });
  const { id: buildRunId } = await make.buildRun(project, { status: 'failed', finishedAt: new Date() });
  const now = new Date();
  const known = {
    accountId,
    projectId: project.id,
    buildRunId,
    threadKey: 'outage',
    releaseAt: now,
    releasedAt: now,
  };
  const expiresAt = new Date(now.getTime() + 60 * 60_000);
  for (const [event, content, delivery] of [
    ['main_job.broke', contentOf('main_job.broke', 'Harbor is broken', ''), { status: 'sent', remoteId: '998' }],
    ['main_job.cause_found', contentOf('main_job.cause_found', 'Found why', 'Glow is missing'), {}],
  ] as const) {
    const id = newId();
    await prisma.notification.create({ data: { id, event, eventKey: event, content, ...known } });
    await prisma.notificationDelivery.create({
      data: { id: newId(), notificationId: id, channelId, projectId: project.id, expiresAt, ...delivery },
    });
  }
  return channelId;
}

it('kill -9 between the edit of a message and its record leaves one message with the cause', async () => {
  const channelId = await awaitedCause();
  receiver.reply('hang');
  const worker = await start();
  await eventually('the edit arrives', async () => receiver.received[0], 60_000);
  await worker.kill();
  receiver.reply({ status: 200, body: '{"id":"998"}' });
  const next = await start();
  await eventually(
    'the edit is recorded',
    async () =>
      (await prisma.notificationDelivery.count({ where: { channelId, status: 'pending' } })) === 0 || undefined,
    60_000,
  );
  expect(await next.end()).toBe(0);
  const requests = receiver.received.map(({ method, path, body }) => ({ method, path, body: JSON.parse(body) }));
  const embed = expect.objectContaining({ title: 'Harbor is broken', description: 'Glow is missing' });
  const edit = {
    ...{ method: 'PATCH', path: '/webhook/messages/998' },
    body: expect.objectContaining({ embeds: [embed] }),
  };
  expect(requests).toEqual([edit, edit]);
}, 200_000);
