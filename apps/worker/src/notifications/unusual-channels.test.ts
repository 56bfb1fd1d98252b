import { describe, expect, it } from '@jest/globals';
import { readNotificationBacklog } from '@slipway/db';
import { notificationsFixture } from './notifications.fixture.js';

const { database, clock, receiver, prisma, ...fixture } = await notificationsFixture();
const { newChannel, withChannel, happen, send, endWaits, deliveriesOf, channel, slack, webhook } = fixture;

describe('a channel', () => {
  it.each([
    ['an hour', '3600', 3_600_000],
    ['a week', '604800', 3_600_000],
    ['a date', () => new Date(clock.now() + 90_000).toUTCString(), 90_000],
    ['a date that has passed', 'Wed, 21 Oct 2015 07:28:00 GMT', null],
    ['no time at all', 'soon', null],
    ['a negative number', '-1', null],
    ['an overlong number', '9'.repeat(400), null],
  ] as readonly (readonly [string, string | (() => string), number | null])[])(
    'that asks to wait for %s waits at most an hour',
    async (_, value, expectedMs) => {
      const { project, id } = await withChannel(webhook());
      receiver.reply({ status: 429, headers: { 'retry-after': typeof value === 'string' ? value : value() } });
      await happen(project);
      await send();
      const { nextAttemptAt, failures, pausedAt } = await channel(id);
      const waitMs = nextAttemptAt.getTime() - Date.now();
      // What cannot be understood is an ordinary failure.
      expect([failures, pausedAt]).toEqual([expectedMs === null ? 1 : 0, null]);
      expect(waitMs).toBeGreaterThan((expectedMs ?? 5_000) - 60_000);
      expect(waitMs).toBeLessThanOrEqual((expectedMs ?? 6_000) + 1_000);
    },
  );

  it('that is deleted while a message is being sent takes the rest with it, and others go on', async () => {
    const { project, id } = await withChannel(webhook());
    const other = await newChannel(project, slack());
    let deletion: Promise<unknown> = Promise.resolve();
    receiver.reply(({ path }) => {
      // Prisma sends nothing until somebody waits for the answer.
      if (path === '/hooks') deletion = prisma.notificationChannel.deleteMany({ where: { id } }).then(() => null);
      return { status: path === '/hooks' ? 500 : 200 };
    });
    await happen(project);
    await send();
    await deletion;
    await endWaits();
    await send();
    expect(await prisma.notificationDelivery.findMany()).toMatchObject([{ channelId: other, status: 'sent' }]);
  });

  it('of an archived project gets neither new messages nor those that wait', async () => {
    const { project, id } = await withChannel(webhook());
    receiver.reply({ status: 500 });
    await happen(project);
    await send();
    await prisma.project.update({ where: { id: project.projectId }, data: { archivedAt: new Date() } });
    await happen(project, 'main_job.recovered');
    await endWaits();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending' }]);
    expect(await readNotificationBacklog(database)).toEqual({ waiting: 0, oldestSeconds: 0 });
  });

  it('in Discord that asks to wait for years waits for an hour', async () => {
    const { project, id } = await withChannel({ kind: 'discord', url: `${receiver.url}/api/webhooks/1/token` });
    receiver.reply({ status: 429, body: '{"retry_after":1e300}' });
    await happen(project);
    await send();
    expect((await channel(id)).nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now() + 3_601_000);
    expect(await channel(id)).toMatchObject({ failures: 0, leaseId: null });
  });
});
