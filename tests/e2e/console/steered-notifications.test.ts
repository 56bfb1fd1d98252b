import { describe, expect, it } from '@jest/globals';
import { eventually, testReceiver } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { Webhook } from 'standardwebhooks';
import { serveConsole } from './served-console.js';

const { process, database, make, accountId, project, owner, member } = await serveConsole({
  NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8',
});
const { prisma } = database;
const receiver = await testReceiver();
await runWorker(process);
const path = `/projects/${project.id}/notification_channels`;
const EVERYTHING = {
  jobs: 'main',
  job_patterns: [],
  branch_patterns: [],
  problems: ['new', 'came_back', 'known'],
  shipping_only: false,
};
const HARBOR = { ...EVERYTHING, jobs: 'matching', job_patterns: ['Harbor-*'], branch_patterns: ['main'] };

async function addWebhook(name: string) {
  const url = `${receiver.url}/hooks`;
  const { body } = await owner.browser.call('POST', path, { kind: 'webhook', name, url });
  return { id: body.channel.id as string, channel: body.channel, secret: body.secret as string };
}

/** As if the channel had failed for hours. */
const waitForHours = (id: string) =>
  prisma.notificationChannel.update({
    where: { id },
    data: {
      failures: 6,
      failingSince: new Date(),
      lastError: 'The server does not respond.',
      nextAttemptAt: new Date(Date.now() + 10 * 60 * 60_000),
    },
  });

const arrived = (path: string) =>
  eventually('the message arrives', async () => receiver.received.find((request) => request.path === path));

describe('the builds of a channel', () => {
  it('are those of the main job until an owner chooses others', async () => {
    const { id, channel } = await addWebhook('Harbor');
    expect(channel.builds).toEqual(EVERYTHING);
    const { status, body } = await owner.browser.call('PATCH', `${path}/${id}`, { builds: HARBOR });
    expect([status, body.builds]).toEqual([200, HARBOR]);
    expect((await member.browser.call('PATCH', `${path}/${id}`, { builds: HARBOR })).status).toBe(403);
  });

  it('are previewed before they are saved, for every member', async () => {
    const failed = { status: 'failed', finishedAt: new Date() } as const;
    for (const branch of ['main', 'main', 'feature/fog'])
      await make.buildRun(project, { ...failed, jobName: 'Harbor-Win64', branch });
    const preview = `/projects/${project.id}/notification_filter_preview`;
    const { body } = await member.browser.call('POST', preview, { builds: HARBOR });
    expect(body).toEqual({ failed_builds: 2, job_names: ['Harbor-Win64'] });
  });

  it.each([
    ['no job', { ...HARBOR, job_patterns: [] }],
    ['no problem', { ...HARBOR, problems: [] }],
    ['too many patterns', { ...HARBOR, branch_patterns: Array.from({ length: 21 }, (_, n) => `release/${n}`) }],
    ['something else', 'everything'],
  ])('422: %s', async (_, builds) => {
    const { id } = await addWebhook('Refused');
    expect((await owner.browser.call('PATCH', `${path}/${id}`, { builds })).status).toBe(422);
  });

  it('are chosen by a person for themselves too', async () => {
    const rules = `/projects/${project.id}/notification_rules`;
    expect((await member.browser.call('PATCH', rules, { builds: HARBOR })).status).toBe(200);
    const { body } = await member.browser.call('GET', '/notification_settings');
    expect(body.projects.find(({ id }: { id: number }) => id === project.id).builds).toEqual(HARBOR);
  });
});

describe('a channel that failed for hours', () => {
  it('sends what waits to its new address immediately, signed with the same secret', async () => {
    const { id, secret } = await addWebhook('Moved');
    await waitForHours(id);
    const url = `${receiver.url}/moved`;
    const { status, body } = await owner.browser.call('PATCH', `${path}/${id}/address`, { url });
    expect([status, body]).toEqual([200, expect.objectContaining({ failing_since: null, next_attempt_at: null })]);
    await owner.browser.call('POST', `${path}/${id}/test`);
    const sent = await arrived('/moved');
    expect(() => new Webhook(secret).verify(sent.body, sent.headers as Record<string, string>)).not.toThrow();
    const [entry] = await prisma.auditEntry.findMany({
      where: { accountId, action: 'notification_channel.change_address' },
    });
    expect(entry).toMatchObject({ target: 'Moved', detail: { to: `127.0.0.1:${receiver.port}` } });
    expect(JSON.stringify(entry?.detail)).not.toContain('/moved');
  });

  it.each(['test', 'try'])(
    'is tried when an owner calls %s, and works again after the success',
    async (action) => {
      const { id } = await addWebhook(`Repaired by ${action}`);
      const changed = { url: `${receiver.url}/${action}` };
      await owner.browser.call('PATCH', `${path}/${id}/address`, changed);
      await waitForHours(id);
      if (action === 'try') await prisma.notification.create({ data: testMessage(id) });
      expect((await owner.browser.call('POST', `${path}/${id}/${action}`)).status).toBe(200);
      await arrived(`/${action}`);
      await eventually('the channel works', async () => {
        const { failures, failingSince } = await prisma.notificationChannel.findUniqueOrThrow({ where: { id } });
        return failures === 0 && failingSince === null ? true : undefined;
      });
    },
  );

  const testMessage = (channelId: string) => ({
    id: crypto.randomUUID(),
    accountId,
    projectId: project.id,
    channelId,
    event: 'channel.test',
    eventKey: channelId,
    threadKey: channelId,
    detail: {},
    releaseAt: new Date(),
  });

  it('is tried by owners only', async () => {
    const { id } = await addWebhook('Watched');
    expect((await member.browser.call('POST', `${path}/${id}/try`)).status).toBe(403);
    expect((await member.browser.call('PATCH', `${path}/${id}/address`, { url: receiver.url })).status).toBe(403);
  });
});

describe('an address', () => {
  const refusal =
    'Slipway refuses to connect to this address, because it is not public. The operator can allow its network with NOTIFICATION_ALLOWED_NETWORKS.';

  it.each(['http://10.0.0.8/hooks', 'http://[fd12::1]/hooks', 'http://169.254.169.254/'])(
    '422: %s is in a network that the operator has not allowed, and the answer says so',
    async (url) => {
      const added = await owner.browser.call('POST', path, { kind: 'webhook', name: 'Private', url });
      expect([added.status, added.body]).toEqual([
        422,
        expect.objectContaining({ message: refusal, details: [{ path: 'url', message: refusal }] }),
      ]);
      const { id } = await addWebhook('Public');
      const changed = await owner.browser.call('PATCH', `${path}/${id}/address`, { url });
      expect([changed.status, changed.body.message]).toEqual([422, refusal]);
    },
  );

  it('of a Slack bot can be changed without its token', async () => {
    const fields = { kind: 'slack_bot', name: 'Bot', token: 'xoxb-canary', channel: '#builds' };
    const { body } = await owner.browser.call('POST', path, fields);
    const address = `${path}/${body.channel.id}/address`;
    const changed = await owner.browser.call('PATCH', address, { channel: '#releases' });
    expect([changed.status, changed.body.target]).toEqual([200, '#releases']);
  });

  it.each([
    ['email', {}, 'Choose at least one recipient.'],
    ['slack_bot', { token: 'xoxb-1' }, 'Enter the Slack channel.'],
    ['discord', {}, 'Enter the URL.'],
  ])('422: a missing field of kind %s is named in words', async (kind, fields, message) => {
    const { status, body } = await owner.browser.call('POST', path, { kind, name: 'Incomplete', ...fields });
    expect([status, body.message]).toEqual([422, message]);
  });
});
