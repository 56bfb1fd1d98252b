import { describe, expect, it } from '@jest/globals';
import { pauseChannel, replayDelivery, resumeChannel } from '@slipway/db';
import { newWebhookSecret, rotateSecrets } from '@slipway/destinations';
import type { ReceivedRequest } from '@slipway/testing';
import { Webhook } from 'standardwebhooks';
import { notificationsFixture } from './notifications.fixture.js';

const fixture = await notificationsFixture();
const { receiver, prisma, newProject, newChannel, happen, send, endWaits, deliveriesOf, channel, newNotifier } =
  fixture;
const { slack, webhook, withChannel } = fixture;

function onlyRequest(): ReceivedRequest {
  const [request, ...others] = receiver.received;
  if (request === undefined || others.length > 0) throw new Error(`${receiver.received.length} requests arrived`);
  return request;
}

describe('a channel', () => {
  it('gets a message with job, cause and link once, even if two workers send at the same time', async () => {
    const { project, id } = await withChannel(slack());
    await happen(project);
    await Promise.all([send(), send(newNotifier()), send(newNotifier())]);
    expect(receiver.received).toHaveLength(1);
    const { text, blocks } = JSON.parse(receiver.received[0]?.body ?? '');
    expect(text).toContain('Harbor-Win64 is broken');
    expect(JSON.stringify(blocks)).toContain(
      `https://slipway.test/projects/${project.projectId}/builds/${project.buildRunId}`,
    );
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent', attempts: 1, lastStatus: 200 }]);
  });

  it('gets only what its rules ask for', async () => {
    const { project } = await withChannel(slack());
    await happen(project, 'main_job.still_broken');
    await send();
    expect(receiver.received).toEqual([]);
  });

  it('gets its messages in order', async () => {
    const { project } = await withChannel(webhook());
    for (const event of ['main_job.broke', 'main_job.recovered', 'main_job.broke'] as const)
      await happen(project, event);
    await send();
    const types = receiver.received.map(({ body }) => JSON.parse(body).type);
    expect(types).toEqual(['main_job.broke', 'main_job.recovered', 'main_job.broke']);
  });

  it('waits as long as 429 says, and does not count that as a failure', async () => {
    const { project, id } = await withChannel(slack());
    receiver.reply({ status: 429, headers: { 'retry-after': '120' } });
    await happen(project);
    await send();
    const waiting = await channel(id);
    expect(waiting).toMatchObject({ failures: 0, failingSince: null, pausedAt: null });
    const waitMs = waiting.nextAttemptAt.getTime() - Date.now();
    expect(waitMs).toBeGreaterThan(60_000);
    expect(waitMs).toBeLessThanOrEqual(121_000);
    receiver.reply({ status: 200, body: 'ok' });
    await send();
    expect(receiver.received).toHaveLength(1);
    await endWaits();
    await send();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  it.each([
    ['an error', { status: 500 } as const],
    ['no answer', 'hang' as const],
    ['a broken connection', 'reset' as const],
    ['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } } as const],
  ])('is tried again after %s, and then gets the same message', async (_, reply) => {
    const { project, id } = await withChannel(webhook());
    receiver.reply(reply);
    await happen(project);
    await send(newNotifier({ timeoutMs: 300 }));
    expect(await channel(id)).toMatchObject({ failures: 1, pausedAt: null });
    receiver.reply({ status: 204 });
    await endWaits();
    await send();
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await channel(id)).toMatchObject({ failures: 0, failingSince: null, lastError: null });
  });

  it('is paused when its endpoint is gone, and the owners get an email without its address', async () => {
    const { project, id } = await withChannel(slack());
    receiver.reply({ status: 404, body: 'no_service' });
    await happen(project);
    await send();
    await endWaits();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await channel(id)).toMatchObject({ pausedById: null, pauseReason: expect.stringContaining('404') });
    const mail = await prisma.mailOutbox.findMany({ where: { userId: project.userId } });
    expect(mail).toMatchObject([{ kind: 'channel_paused' }]);
    expect(JSON.stringify(mail)).not.toContain('/services/');
  });

  it('is paused after a day of failures', async () => {
    const { project, id } = await withChannel(webhook());
    receiver.reply({ status: 500 });
    await happen(project);
    await send();
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    await prisma.notificationChannel.update({ where: { id }, data: { failingSince: yesterday } });
    await endWaits();
    await send();
    expect((await channel(id)).pausedAt).not.toBeNull();
  });

  it('sends nothing while it is paused, and the waiting messages when it resumes', async () => {
    const { project, id } = await withChannel(webhook());
    const key = { projectId: project.projectId, id };
    await pauseChannel(fixture.database, key, project.userId);
    await happen(project);
    await send();
    expect(receiver.received).toEqual([]);
    await resumeChannel(fixture.database, key);
    await send();
    expect(receiver.received).toHaveLength(1);
  });

  it('does not keep other messages waiting if it refuses one', async () => {
    const { project, id } = await withChannel({ kind: 'teams', url: receiver.url });
    receiver.reply((_request, index) => ({ status: index === 0 ? 400 : 202 }));
    await happen(project);
    await happen(project, 'main_job.recovered');
    await send();
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['failed', 'sent']);
  });

  it('drops a message that could not be delivered within a day', async () => {
    const { project, id } = await withChannel(webhook());
    receiver.reply({ status: 500 });
    await happen(project);
    await send();
    await prisma.notificationDelivery.updateMany({ data: { expiresAt: new Date(0) } });
    await endWaits();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed' }]);
  });

  it('is taken over when its worker dies', async () => {
    const { project, id } = await withChannel(webhook());
    await happen(project);
    await fixture.notifier.tick();
    await fixture.notifier.idle();
    // As if the worker had died before it could mark the message as sent.
    await prisma.notificationDelivery.updateMany({ data: { status: 'pending' } });
    const lost = { leaseId: '00000000-0000-7000-8000-000000000000', leasedUntil: new Date(Date.now() - 1) };
    await prisma.notificationChannel.update({ where: { id }, data: lost });
    await send(newNotifier());
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is left alone while another worker holds it', async () => {
    const { project, id } = await withChannel(webhook());
    await happen(project);
    const held = { leaseId: '00000000-0000-7000-8000-000000000000', leasedUntil: new Date(Date.now() + 60_000) };
    await prisma.notificationChannel.update({ where: { id }, data: held });
    await send();
    expect(receiver.received).toEqual([]);
  });

  it('in a private network is not contacted unless the operator allows it', async () => {
    const { project, id } = await withChannel(webhook());
    await happen(project);
    await send(newNotifier({ networks: '' }));
    expect(receiver.received).toEqual([]);
    const { lastError, failures, nextAttemptAt } = await channel(id);
    expect(lastError).toContain('Slipway refuses to connect to this address');
    expect(lastError).toContain('NOTIFICATION_ALLOWED_NETWORKS');
    expect(lastError).not.toContain('loopback');
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending', attempts: 0, lastError }]);
    // The operator may allow it any moment, and asking again costs nobody a request.
    expect(failures).toBe(0);
    expect(nextAttemptAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
  });
});

describe('an outgoing webhook', () => {
  it('is signed as the official library verifies it', async () => {
    const secret = newWebhookSecret();
    const { project } = await withChannel(webhook(secret));
    await happen(project);
    await send();
    const { body, headers } = onlyRequest();
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'main_job.broke', data: { project_id: project.projectId } });
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers as Record<string, string>)).toThrow();
  });

  it('has two signatures while a secret is replaced', async () => {
    const old = newWebhookSecret();
    const secrets = rotateSecrets([{ secret: old, until: null }], Date.now());
    const { project } = await withChannel({ ...webhook(), secrets });
    await happen(project);
    await send();
    const { body, headers } = onlyRequest();
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const { secret } of secrets)
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  });

  it('can be replayed from the log under the same id', async () => {
    const { project, id } = await withChannel(webhook());
    await happen(project);
    await send();
    const [sent] = await deliveriesOf(id);
    const { projectId } = project;
    await replayDelivery(fixture.database, { channelId: id, projectId, id: sent?.id ?? '' });
    await send();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([sent?.id, sent?.id]);
  });

  it('contains no name and no email address of a member', async () => {
    const { project } = await withChannel(webhook());
    const user = await prisma.user.findUniqueOrThrow({ where: { id: project.userId } });
    await prisma.user.update({ where: { id: user.id }, data: { name: 'Ada Quartermaine' } });
    await fixture.make.change(project.project, {
      identifier: '4711',
      displayIdentifier: 'CL 4711',
      author: 'ada@studio.test',
      authorUserId: user.id,
      description: 'Ask Ada Quartermaine <ada@studio.test> about password=hunter2hunter2',
    });
    await prisma.buildRun.update({ where: { id: project.buildRunId }, data: { changelist: '4711' } });
    await happen(project);
    await send();
    const { body } = receiver.received[0] ?? { body: '' };
    expect(JSON.parse(body).data.change).toMatchObject({ author_user_id: user.id });
    expect(body).not.toMatch(/Quartermaine|studio\.test|hunter2/);
  });
});

describe('a Slack bot', () => {
  const bot = () => ({
    kind: 'slack_bot' as const,
    token: 'xoxb-canary',
    channel: '#builds',
    apiUrl: `${receiver.url}/api`,
  });

  it('answers in the thread of the first message', async () => {
    const { project } = await withChannel(bot());
    receiver.reply((_request, index) => ({ status: 200, body: `{"ok":true,"ts":"17000.${index}"}` }));
    await happen(project);
    await send();
    await happen(project, 'main_job.recovered');
    await endWaits();
    await send();
    const [first, second] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(first.thread_ts).toBeUndefined();
    expect(second.thread_ts).toBe('17000.0');
    expect(second.reply_broadcast).toBeUndefined();
    expect(receiver.received[0]?.headers.authorization).toBe('Bearer xoxb-canary');
  });

  it('also shows in the channel that the job broke again', async () => {
    const { project } = await withChannel(bot());
    receiver.reply({ status: 200, body: '{"ok":true,"ts":"17000.1"}' });
    for (let n = 0; n < 2; n += 1) {
      await happen(project);
      await endWaits();
      await send();
    }
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
      thread_ts: '17000.1',
      reply_broadcast: true,
    });
  });

  it('is paused by an error that comes with status 200', async () => {
    const { project, id } = await withChannel(bot());
    receiver.reply({ status: 200, body: '{"ok":false,"error":"channel_not_found"}' });
    await happen(project);
    await send();
    expect(await channel(id)).toMatchObject({ pauseReason: 'Slack responded with channel_not_found.' });
  });
});

describe('Discord', () => {
  it('is asked for the id of a message, and waits for the fraction of a second that it demands', async () => {
    const { project, id } = await withChannel({ kind: 'discord', url: `${receiver.url}/api/webhooks/1/token` });
    receiver.reply((_request, index) =>
      index === 0 ? { status: 429, body: '{"retry_after":0.3}' } : { status: 200, body: '{"id":"998"}' },
    );
    await happen(project);
    await send();
    await endWaits();
    await send();
    expect(receiver.received.map(({ path }) => path)).toEqual(Array(2).fill('/api/webhooks/1/token?wait=true'));
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent', remoteId: '998' }]);
  });

  it('is paused by the first 404', async () => {
    const { project, id } = await withChannel({ kind: 'discord', url: `${receiver.url}/api/webhooks/1/token` });
    receiver.reply({ status: 404 });
    await happen(project);
    await send();
    expect((await channel(id)).pausedAt).not.toBeNull();
  });
});

describe('an email channel', () => {
  it('mails the chosen members, and nobody who has left', async () => {
    const project = await newProject();
    const stranger = await fixture.make.studio();
    await newChannel(project, { kind: 'email', userIds: [project.userId, stranger.userId] });
    await happen(project);
    await send();
    const mail = await prisma.mailOutbox.findMany();
    expect(mail).toMatchObject([{ kind: 'notification', userId: project.userId, status: 'pending' }]);
  });
});
