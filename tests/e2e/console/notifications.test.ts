import { describe, expect, it } from '@jest/globals';
import { eventually, testReceiver } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { Webhook } from 'standardwebhooks';
import { serveConsole } from './served-console.js';

const { process, database, make, accountId, project, owner, member, outsider } = await serveConsole({
  NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8',
});
const { prisma } = database;
const receiver = await testReceiver();
await runWorker(process);
const path = `/projects/${project.id}/notification_channels`;

const received = (count: number) =>
  eventually('the message arrives', async () => (receiver.received.length >= count ? true : undefined));

async function addWebhook(name = 'Deploy bot') {
  const url = `${receiver.url}/canary-path`;
  const { status, body, text } = await owner.browser.call('POST', path, { kind: 'webhook', name, url });
  expect(status).toBe(201);
  return { ...(body as { channel: { id: string }; secret: string }), text };
}

describe('/console/api/projects/:project_id/notification_channels', () => {
  it('adds a channel with quiet defaults, and never returns its address', async () => {
    const { channel, secret, text } = await addWebhook();
    expect(secret).toMatch(/^whsec_/);
    expect(text).not.toContain('canary-path');
    expect(channel).toMatchObject({ kind: 'webhook', target: `127.0.0.1:${receiver.port}`, waiting: 0 });
    const { body } = await member.browser.call('GET', path);
    const [listed] = body.channels;
    const enabled = listed.rules.filter((rule: { enabled: boolean }) => rule.enabled);
    expect(enabled.map(({ event }: { event: string }) => event)).toEqual(['main_job.broke', 'main_job.recovered']);
    const stored = await prisma.notificationChannel.findUniqueOrThrow({ where: { id: channel.id } });
    expect(Buffer.from(stored.config).toString('latin1')).not.toContain('canary-path');
    const audit = await prisma.auditEntry.findMany({ where: { accountId, action: 'notification_channel.add' } });
    expect(JSON.stringify(audit.map(({ detail }) => detail))).not.toContain('canary-path');
  });

  it('sends a test message, logs it, and sends it again on request', async () => {
    const { channel, secret } = await addWebhook('Tested');
    const before = receiver.received.length;
    expect((await owner.browser.call('POST', `${path}/${channel.id}/test`)).status).toBe(200);
    await received(before + 1);
    const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'channel.test',
    });
    const log = `${path}/${channel.id}/deliveries`;
    const sent = await eventually('the log shows it as sent', async () => {
      const [row] = (await owner.browser.call('GET', log)).body.deliveries;
      return row.status === 'sent' ? row : undefined;
    });
    expect(sent).toMatchObject({ event: 'channel.test', title: 'Test message from Slipway', last_status: 200 });
    expect((await owner.browser.call('POST', `${log}/${sent.id}/replay`)).status).toBe(200);
    await received(before + 2);
  });

  it('changes rules, pauses, rotates the secret and removes', async () => {
    const { channel, secret } = await addWebhook('Changed');
    const rule = { event: 'main_job.still_broken', enabled: true, threshold: 7 };
    const changed = await owner.browser.call('PATCH', `${path}/${channel.id}`, { rules: [rule], state: 'paused' });
    expect(changed.body.rules).toContainEqual(rule);
    expect(changed.body).toMatchObject({ paused_at: expect.any(String), pause_reason: null });
    expect((await owner.browser.call('POST', `${path}/${channel.id}/test`)).status).toBe(422);
    const rotated = await owner.browser.call('POST', `${path}/${channel.id}/secret`);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(secret);
    expect((await owner.browser.call('DELETE', `${path}/${channel.id}`)).status).toBe(200);
    expect((await owner.browser.call('DELETE', `${path}/${channel.id}`)).status).toBe(404);
  });

  it.each([
    ['an address with a password', { kind: 'teams', name: 'T', url: 'https://user:pw@example.com' }],
    ['no web address', { kind: 'discord', name: 'D', url: 'file:///etc/passwd' }],
    ['a missing token', { kind: 'slack_bot', name: 'S', channel: '#builds' }],
    ['nobody to mail', { kind: 'email', name: 'E', user_ids: [] }],
    ['no such group', { kind: 'group', name: 'G', group_id: 999_999, reach: 'on_call' }],
    ['a group without a reach', { kind: 'group', name: 'G', group_id: 1 }],
    ['an unknown kind', { kind: 'pager', name: 'P', url: 'https://example.com' }],
  ])('422: %s', async (_, body) => {
    expect((await owner.browser.call('POST', path, body)).status).toBe(422);
  });

  it('adds a group of the account, and none of another account that its owner belongs to', async () => {
    const { accountId } = project;
    const own = await prisma.accountGroup.create({ data: { accountId, name: 'Rendering', slug: 'rendering' } });
    const body = { kind: 'group', name: 'Rendering', group_id: own.id, reach: 'on_call' };
    const added = await owner.browser.call('POST', path, body);
    expect([added.status, added.body.channel?.target]).toEqual([201, 'Rendering, whoever is on call']);
    const other = await make.studio();
    await prisma.accountMembership.create({
      data: { accountId: other.accountId, userId: owner.id, role: 'owner' },
    });
    const foreign = await prisma.accountGroup.create({
      data: { accountId: other.accountId, name: 'Audio', slug: 'audio' },
    });
    const refused = await owner.browser.call('POST', path, { ...body, group_id: foreign.id });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.not.stringContaining('Audio')]);
  });

  it('422: a number outside of its bounds', async () => {
    const { channel } = await addWebhook('Bounds');
    const rules = [{ event: 'main_job.still_broken', enabled: true, threshold: 1 }];
    expect((await owner.browser.call('PATCH', `${path}/${channel.id}`, { rules })).status).toBe(422);
  });

  it('lets members look and only owners change; outsiders see nothing', async () => {
    const body = { kind: 'webhook', name: 'W', url: 'https://example.com' };
    expect((await member.browser.call('POST', path, body)).status).toBe(403);
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
  });

  it('previews every message for every kind of channel', async () => {
    const { body } = await member.browser.call('GET', `/projects/${project.id}/notification_previews`);
    for (const { title, bodies } of body.previews) {
      expect(title).not.toBe('');
      for (const each of bodies) expect(() => JSON.parse(each.body)).not.toThrow();
    }
  });
});

describe('/console/api/notification_settings', () => {
  it('stores how a person wants email', async () => {
    const settings = {
      mail: 'digest',
      time_zone: 'Europe/Berlin',
      quiet_from: null,
      quiet_until: null,
      digest_hour: 7,
    };
    const before = await member.browser.call('GET', '/notification_settings');
    expect(before.body.is_saved).toBe(false);
    const { status, body } = await member.browser.call('PATCH', '/notification_settings', settings);
    expect([status, body]).toEqual([200, expect.objectContaining({ ...settings, is_saved: true })]);
  });

  it('knows the time zones by all their names, because browsers differ', async () => {
    for (const zone of ['Asia/Kolkata', 'Asia/Calcutta', 'UTC']) {
      const settings = { mail: 'immediate', time_zone: zone };
      const { status, body } = await outsider.browser.call('PATCH', '/notification_settings', settings);
      expect([status, body.time_zone]).toEqual([200, zone]);
    }
  });

  it('stores what a person wants to know of a project', async () => {
    const rule = { event: 'main_job.broke', enabled: true, threshold: null };
    await member.browser.call('PATCH', `/projects/${project.id}/notification_rules`, { rules: [rule] });
    const { body } = await member.browser.call('GET', '/notification_settings');
    const own = body.projects.find(({ id }: { id: number }) => id === project.id);
    expect(own.rules).toContainEqual(rule);
    expect(own.rules).toContainEqual({ event: 'change.broke_build', enabled: true, threshold: null });
  });

  it.each([
    ['half of the quiet hours', { mail: 'immediate', time_zone: 'UTC', quiet_from: 60 }],
    ['an unknown time zone', { mail: 'immediate', time_zone: 'Mars/Base' }],
  ])('422: %s', async (_, body) => {
    expect((await member.browser.call('PATCH', '/notification_settings', body)).status).toBe(422);
  });
});

describe('/console/api/inbox', () => {
  it('shows a broken main job to the person who follows it, with a link, until it is read', async () => {
    await owner.browser.call('PATCH', `/projects/${project.id}/notification_rules`, {
      rules: [{ event: 'main_job.broke', enabled: true, threshold: null }],
    });
    const build = await make.buildRun(project, { status: 'failed', jobName: 'Harbor', finishedAt: new Date() });
    await prisma.notification.create({
      data: {
        id: crypto.randomUUID(),
        accountId,
        projectId: project.id,
        event: 'main_job.broke',
        eventKey: 'b',
        threadKey: 'b',
        buildRunId: build.id,
        releaseAt: new Date(),
      },
    });
    const inbox = await eventually('the item arrives', async () => {
      const { body } = await owner.browser.call('GET', '/inbox');
      return body.unread > 0 ? body : undefined;
    });
    expect(inbox.items[0]).toMatchObject({
      title: 'Harbor is broken',
      is_read: false,
      path: `/projects/${project.id}/builds/${build.id}`,
    });
    await owner.browser.call('POST', '/inbox/read', {});
    expect((await owner.browser.call('GET', '/inbox')).body.unread).toBe(0);
  });
});
