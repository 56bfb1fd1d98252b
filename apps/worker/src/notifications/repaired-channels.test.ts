import { describe, expect, it } from '@jest/globals';
import { changeChannel, channelOutbox, pauseChannel, tryChannel } from '@slipway/db';
import { sealChannelConfig, targetOf } from '@slipway/destinations';
import { newId } from '@slipway/domain';
import { settleFailure } from '../outgoing/settle-failure.js';
import { notificationsFixture } from './notifications.fixture.js';

const fixture = await notificationsFixture();
const { receiver, prisma, happen, send, deliveriesOf, channel, newNotifier, slack, webhook, withChannel } =
  fixture;

async function waitForHours(id: string, data: { readonly failures: number }): Promise<void> {
  const nextAttemptAt = new Date(Date.now() + 10 * 60 * 60_000);
  await prisma.notificationChannel.update({ where: { id }, data: { ...data, nextAttemptAt } });
}

describe('a channel', () => {
  it('that does not respond is not said to be refused by Slipway', async () => {
    const { project, id } = await withChannel(webhook());
    receiver.reply('reset');
    await happen(project);
    await send();
    expect((await channel(id)).lastError).toContain('The server does not respond');
    expect((await channel(id)).lastError).not.toContain('NOTIFICATION_ALLOWED_NETWORKS');
  });

  it('gets everything that waited as soon as its address is changed, even if the worker still asks the old one', async () => {
    const { project, id } = await withChannel({ ...webhook(), url: `${receiver.url}/old` });
    const key = { projectId: project.projectId, id };
    const moved = { kind: 'slack_webhook' as const, url: `${receiver.url}/new` };
    const edit = { target: targetOf(moved), config: sealChannelConfig(fixture.appSecrets, id, moved) };
    let change: Promise<unknown> = Promise.resolve();
    receiver.reply(({ path }) => {
      if (path === '/old') change = changeChannel(fixture.database, key, edit);
      return path === '/old' ? 'hang' : { status: 200, body: 'ok' };
    });
    await happen(project);
    await send(newNotifier({ timeoutMs: 1_000 }));
    await change;
    await send();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new']);
    expect(await channel(id)).toMatchObject({ failures: 0, failingSince: null, lastError: null });
  });

  it('is not paused by a worker that hears from the old address after its address was changed', async () => {
    const { project, id } = await withChannel(slack());
    await happen(project);
    receiver.reply({ status: 500 });
    await send();
    await fixture.endWaits();
    const held = await channelOutbox.claim(fixture.database, newId());
    if (held === null) throw new Error('the channel is not due');
    const edit = { target: 'new.test', config: sealChannelConfig(fixture.appSecrets, id, slack()) };
    await changeChannel(fixture.database, { projectId: project.projectId, id }, edit);
    const gone = { kind: 'gone', error: 'The server says that the address no longer exists (410).' } as const;
    await settleFailure(fixture.database, { outbox: channelOutbox, held, now: Date.now() }, gone);
    expect(await channel(id)).toMatchObject({ pausedAt: null, failures: 0, lastError: null });
  });

  it('that Slipway paused is resumed by a new address, and one that a person paused is not', async () => {
    const { project, id } = await withChannel(slack());
    const key = { projectId: project.projectId, id };
    const edit = { target: 'hooks.slack.com', config: sealChannelConfig(fixture.appSecrets, id, slack()) };
    receiver.reply({ status: 404 });
    await happen(project);
    await send();
    expect((await channel(id)).pausedAt).not.toBeNull();
    receiver.reply({ status: 200, body: 'ok' });
    await changeChannel(fixture.database, key, edit);
    await send();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
    await pauseChannel(fixture.database, key, project.userId);
    await changeChannel(fixture.database, key, edit);
    expect((await channel(id)).pausedAt).not.toBeNull();
  });

  it('that waits for hours is tried when somebody asks for it, and a success ends its failures', async () => {
    const { project, id } = await withChannel(webhook());
    receiver.reply({ status: 500 });
    await happen(project);
    await send();
    await waitForHours(id, { failures: 6 });
    await send();
    expect(receiver.received).toHaveLength(1);
    receiver.reply({ status: 200 });
    await tryChannel(fixture.database, { projectId: project.projectId, id });
    await send();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
    expect(await channel(id)).toMatchObject({ failures: 0, failingSince: null, lastError: null });
  });

  it('that the service asked to wait is not tried earlier', async () => {
    const { project, id } = await withChannel(webhook());
    await happen(project);
    await waitForHours(id, { failures: 0 });
    await tryChannel(fixture.database, { projectId: project.projectId, id });
    await send();
    expect(receiver.received).toEqual([]);
  });
});
