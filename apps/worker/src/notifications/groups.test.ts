import { expect, it } from '@jest/globals';
import type { GroupReach } from '@slipway/contracts';
import { notificationsFixture } from './notifications.fixture.js';

const { prisma, make, newProject, newChannel, happen, send } = await notificationsFixture();

/** A project with a channel to a group of two members, of whom the first may be on call. */
async function groupChannel(reach: GroupReach, { rotates = true } = {}) {
  const project = await newProject();
  const { accountId, userId: onCall } = project;
  const { userId: other } = await make.studio();
  for (const userId of [onCall, other])
    await prisma.accountMembership.upsert({
      where: { userId_accountId: { userId, accountId } },
      create: { userId, accountId },
      update: {},
    });
  const group = await prisma.accountGroup.create({ data: { accountId, name: 'Build', slug: 'build' } });
  await prisma.groupMember.createMany({
    data: [onCall, other].map((userId, position) => ({ groupId: group.id, userId, accountId, position })),
  });
  if (rotates)
    await prisma.groupSwap.create({ data: { groupId: group.id, accountId, userId: onCall, week: thisWeek() } });
  const channelId = await newChannel(project, { kind: 'group', groupId: group.id, reach });
  async function told() {
    await happen(project);
    await send();
    const items = await prisma.inboxItem.findMany({ where: { projectId: project.projectId } });
    return items.map(({ userId }) => userId).toSorted((a, b) => a - b);
  }
  const channel = () => prisma.notificationChannel.findUniqueOrThrow({ where: { id: channelId } });
  return { ...project, group, onCall, other, told, channel };
}

function thisWeek(): Date {
  const today = new Date();
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - sinceMonday));
}

it('whoever is on call gets the message in the inbox and, as they have set it, by email', async () => {
  const { onCall, told } = await groupChannel('on_call');
  expect(await told()).toEqual([onCall]);
  const mails = await prisma.mailOutbox.findMany({ select: { userId: true, kind: true } });
  expect(mails).toEqual([{ userId: onCall, kind: 'notification' }]);
});

it('everybody gets it if the channel says so, and in a week in which nobody is on call', async () => {
  const all = await groupChannel('everyone');
  expect(await all.told()).toEqual([all.onCall, all.other]);
  const idle = await groupChannel('on_call', { rotates: false });
  expect(await idle.told()).toEqual([idle.onCall, idle.other]);
});

it('whoever asked for the event gets it once', async () => {
  const { onCall, projectId, told } = await groupChannel('on_call');
  await prisma.notificationRule.create({ data: { projectId, userId: onCall, event: 'main_job.broke' } });
  expect(await told()).toEqual([onCall]);
  expect(await prisma.mailOutbox.count()).toBe(1);
});

it('nobody gets it who has left the account, and the log says that the group is empty', async () => {
  const { accountId, onCall, other, told } = await groupChannel('on_call');
  await prisma.accountMembership.deleteMany({ where: { accountId, userId: { in: [onCall, other] } } });
  expect(await told()).toEqual([]);
  const [delivery] = await prisma.notificationDelivery.findMany();
  expect(delivery).toMatchObject({ status: 'failed', lastError: 'Nobody is in the group.' });
});

it('the channel of a deleted group is paused, says why, and keeps its name and rules', async () => {
  const { group, told, channel } = await groupChannel('on_call');
  await prisma.accountGroup.delete({ where: { id: group.id } });
  expect(await told()).toEqual([]);
  expect(await channel()).toMatchObject({
    name: 'Builds (group)',
    pausedAt: expect.any(Date),
    pauseReason: 'The group was deleted.',
  });
});
