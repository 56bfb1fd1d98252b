import { describe, expect, it } from '@jest/globals';
import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { eventually } from '@slipway/testing';
import { serveIntegrations } from './served-integrations.js';

const { database, owner, member, list, add, audited } = await serveIntegrations({
  JENKINS_ALLOWED_NETWORKS: '127.0.0.2/32',
});
const { prisma } = database;

async function addServer(serverUrl: string) {
  const { integration } = await add('jenkins');
  const path = `${list}/${integration.id}`;
  await owner.browser.call('PATCH', path, { server_url: serverUrl, username: 'bot' });
  return { id: integration.id, path };
}

describe('the API token of a Jenkins server', () => {
  const SERVER = 'https://jenkins.example.com/ci/';

  async function addServerWithToken() {
    const server = await addServer(SERVER);
    const { body } = await owner.browser.call('POST', `${server.path}/jenkins_token`, { api_token: '11canary' });
    expect(body).toMatchObject({ has_api_token: true, settings: { username: 'bot' } });
    return server;
  }
  const tokensOf = (integrationId: number) =>
    prisma.integrationSecret.count({ where: { integrationId, purpose: 'api' } });
  const changesOf = async (integrationId: number) =>
    (await audited('integration.update')).filter(
      ({ detail }) => (detail as { integration_id?: number }).integration_id === integrationId,
    );

  it('is never returned', async () => {
    const { path } = await addServerWithToken();
    const { body } = await owner.browser.call('GET', path);
    expect(JSON.stringify(body)).not.toContain('11canary');
    expect(await audited('integration.set_jenkins_token')).toHaveLength(1);
    const bad = await owner.browser.call('PATCH', path, { server_url: 'http://a:b@jenkins.example.com' });
    expect(bad.status).toBe(422);
  });

  it.each([
    ['another host', 'https://jenkins.attacker.test/ci/'],
    ['another port', 'https://jenkins.example.com:8443/ci/'],
    ['another scheme', 'http://jenkins.example.com/ci/'],
    ['no server', ''],
  ])('is removed with the change to %s, which the audit log records', async (_, serverUrl) => {
    const { id, path } = await addServerWithToken();
    const { body } = await owner.browser.call('PATCH', path, { server_url: serverUrl });
    expect(body).toMatchObject({ has_api_token: false, settings: { server_url: serverUrl } });
    expect(await tokensOf(id)).toBe(0);
    expect((await changesOf(id)).at(-1)).toMatchObject({
      userId: owner.id,
      detail: { server_url: serverUrl, api_token_removed: true },
    });
  });

  it.each([
    ['another path', { server_url: 'https://jenkins.example.com/other/' }],
    ['another spelling', { server_url: 'HTTPS://Jenkins.Example.com:443/ci/' }],
    ['another user', { username: 'robot' }],
    ['another name', { name: 'Farm' }],
  ])('stays with the change to %s', async (_, edit) => {
    const { id, path } = await addServerWithToken();
    expect((await owner.browser.call('PATCH', path, edit)).body).toMatchObject({ has_api_token: true });
    expect(await tokensOf(id)).toBe(1);
    expect(JSON.stringify((await changesOf(id)).map(({ detail }) => detail))).not.toContain('api_token_removed');
  });

  it('is not sent to a server that was configured after it', async () => {
    const { integration } = await add('jenkins');
    const path = `${list}/${integration.id}`;
    await owner.browser.call('POST', `${path}/jenkins_token`, { api_token: '11canary' });
    const { body } = await owner.browser.call('PATCH', path, { server_url: SERVER });
    expect(body).toMatchObject({ has_api_token: false });
  });

  it('of a removed server is not restored with another server', async () => {
    const { path } = await addServerWithToken();
    await owner.browser.call('PATCH', path, { server_url: '' });
    const { body } = await owner.browser.call('PATCH', path, { server_url: 'https://jenkins.attacker.test/' });
    expect(body).toMatchObject({ has_api_token: false });
  });

  it('is removed by the next change if it was entered while the server changed', async () => {
    const { id, path } = await addServerWithToken();
    await Promise.all([
      owner.browser.call('PATCH', path, { server_url: 'https://other.example.com/' }),
      owner.browser.call('POST', `${path}/jenkins_token`, { api_token: '11second' }),
    ]);
    await owner.browser.call('PATCH', path, { server_url: 'https://third.example.com/' });
    expect(await tokensOf(id)).toBe(0);
  });
});

describe('POST /console/api/projects/:project_id/integrations/:integration_id/jenkins_test', () => {
  const pollOf = async (path: string) =>
    ((await owner.browser.call('GET', path)).body as ConsoleIntegrationDetail).poll;

  /** Waits for the end of a poll, makes its result visible, and postpones the next one. */
  async function endOfPoll(integrationId: number): Promise<void> {
    await eventually('the server was tried', async () => {
      const { lastError } = (await prisma.jenkinsPoll.findUnique({ where: { integrationId } })) ?? {};
      return lastError ? true : undefined;
    });
    const times = { lastPolledAt: new Date(Date.now() - 1), nextPollAt: new Date(Date.now() + 3_600_000) };
    await prisma.jenkinsPoll.update({ where: { integrationId }, data: times });
  }

  it('gives the same answer for a server that is not allowed, does not exist or refuses connections', async () => {
    const urls = [
      'http://127.0.0.1:9/',
      'http://[::ffff:127.0.0.1]:9/',
      'http://10.11.12.13/',
      'http://localhost:9/',
      'http://jenkins.invalid/',
      'http://127.0.0.2:1/',
    ];
    const answers = await Promise.all(
      urls.map(async (url) => {
        const { id, path } = await addServer(url);
        await endOfPoll(id);
        const { state, error } = (await pollOf(path)) ?? {};
        return { state, error };
      }),
    );
    const [first] = answers;
    expect(first).toEqual({ state: 'failing', error: expect.stringMatching(/^The server does not respond/) });
    expect(answers).toEqual(Array(answers.length).fill(first));
  }, 30_000);

  it('shows a delayed result like a test that has not finished', async () => {
    const { id, path } = await addServer('http://127.0.0.2:1/');
    await endOfPoll(id);
    const lastPolledAt = new Date(Date.now() + 60_000);
    await prisma.jenkinsPoll.update({
      where: { integrationId: id },
      data: { lastPolledAt, nextPollAt: lastPolledAt },
    });
    const hidden = await pollOf(path);
    expect(hidden).toEqual({ state: 'waiting', error: null, polled_at: null, next_at: null });
    await prisma.jenkinsPoll.update({
      where: { integrationId: id },
      data: { state: 'waiting', lastPolledAt: null },
    });
    expect(await pollOf(path)).toEqual(hidden);
  });

  it('tests the server again, for owners only; only they see the settings', async () => {
    const { id, path } = await addServer('http://127.0.0.2:1/');
    await endOfPoll(id);
    const before = await pollOf(path);
    expect((await member.browser.call('POST', `${path}/jenkins_test`)).status).toBe(403);
    expect((await owner.browser.call('POST', `${path}/jenkins_test`)).status).toBe(200);
    await endOfPoll(id);
    expect((await pollOf(path))?.polled_at).not.toBe(before?.polled_at);
    expect((await member.browser.call('GET', path)).body.settings).toEqual({});
  });
});
