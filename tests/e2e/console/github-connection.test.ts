import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ConsoleIntegrationDetail, GITHUB_API_URL } from '@slipway/contracts';
import { eventually, GITHUB_TOKEN, testGithub } from '@slipway/testing';
import { serveIntegrations } from './served-integrations.js';

const { baseUrl, database, owner, member, list, add, audited } = await serveIntegrations({
  NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8',
});
const { prisma } = database;
const github = await testGithub();
beforeEach(() => github.reset());

async function addGithub() {
  const { integration, token } = await add('github');
  const path = `${list}/${integration.id}`;
  const save = (body: Readonly<Record<string, unknown>>) =>
    owner.browser.call('POST', `${path}/github_connection`, body);
  /** Stores a commit, as a push does. */
  async function commit(repository: string) {
    const { id: integrationId } = integration;
    const { accountId, projectId } = await prisma.integration.findUniqueOrThrow({ where: { id: integrationId } });
    await prisma.change.create({
      data: {
        accountId,
        projectId,
        integrationId,
        repository,
        identifier: 'a'.repeat(40),
        displayIdentifier: 'aaaaaaa',
        sourceType: 'GitCommit',
        timestamp: new Date(),
      },
    });
  }
  return { id: integration.id, token, path, save, commit };
}

async function stateOf(path: string, state: string) {
  return eventually(`the connection is ${state}`, async () => {
    const { body } = await owner.browser.call('GET', path);
    const { github: connection } = body as ConsoleIntegrationDetail;
    return connection?.state === state ? connection : undefined;
  });
}

const credentialsOf = (integrationId: number) =>
  prisma.integrationSecret.findMany({ where: { integrationId, purpose: 'api' } });

describe('updates on GitHub', () => {
  it('are off until an owner turns them on', async () => {
    const { path } = await addGithub();
    const { body } = await owner.browser.call('GET', path);
    expect((body as ConsoleIntegrationDetail).github).toEqual({
      statuses: false,
      comments: false,
      api_url: GITHUB_API_URL,
      app_id: null,
      has_credential: false,
      state: 'off',
      error: null,
      checked_at: null,
      sent_at: null,
    });
    const { integration } = await add('jenkins');
    expect((await owner.browser.call('GET', `${list}/${integration.id}`)).body).toMatchObject({ github: null });
  });

  it('are tested when they are saved; the credential is encrypted and never returned', async () => {
    const { id, path, save } = await addGithub();
    const { body } = await save({ statuses: true, comments: true, api_url: github.url, credential: GITHUB_TOKEN });
    expect(body).toMatchObject({ github: { statuses: true, has_credential: true, state: 'waiting' } });
    expect(await stateOf(path, 'ok')).toMatchObject({ error: null, checked_at: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain(GITHUB_TOKEN);
    const [stored] = await credentialsOf(id);
    expect(Buffer.from(stored?.ciphertext ?? []).toString('latin1')).not.toContain(GITHUB_TOKEN);
    const [entry] = await audited('integration.set_github_connection');
    expect(entry).toMatchObject({ userId: owner.id, detail: { statuses: true, credential: 'set' } });
    expect(JSON.stringify(entry?.detail)).not.toContain(GITHUB_TOKEN);
  });

  it('show a revoked token as paused, until a test with a valid one', async () => {
    const { path, save } = await addGithub();
    await save({ statuses: true, api_url: github.url, credential: 'ghp_revoked' });
    expect(await stateOf(path, 'paused')).toMatchObject({ error: expect.stringContaining('401') });
    github.tokens.add('ghp_revoked');
    expect((await owner.browser.call('POST', `${path}/github_connection/test`)).status).toBe(200);
    expect(await stateOf(path, 'ok')).toMatchObject({ error: null });
  });

  it.each([
    ['another server', { api_url: 'https://attacker.test/api/v3' }],
    ['another App', { app_id: '42' }],
  ])('never send the credential to %s than it was entered for', async (_, edit) => {
    const { id, save } = await addGithub();
    await save({ statuses: true, api_url: github.url, credential: GITHUB_TOKEN });
    expect(await save(edit)).toMatchObject({ status: 422, body: { details: [{ path: 'credential' }] } });
    expect(await save({ ...edit, statuses: false })).toMatchObject({
      status: 200,
      body: { github: { has_credential: false } },
    });
    expect(await credentialsOf(id)).toEqual([]);
  });

  it('keep the credential through other edits', async () => {
    const { id, save } = await addGithub();
    await save({ statuses: true, api_url: github.url, credential: GITHUB_TOKEN });
    const [before] = await credentialsOf(id);
    await save({ statuses: false, comments: true });
    expect(await credentialsOf(id)).toEqual([before]);
  });

  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  it.each([
    ['no credential', { statuses: true }, 'credential'],
    ['a token with spaces', { statuses: true, credential: 'ghp a' }, 'credential'],
    ['a token for an App', { statuses: true, app_id: '42', credential: GITHUB_TOKEN }, 'credential'],
    ['a key without an App', { statuses: true, credential: pem }, 'credential'],
    ['an App ID with a slash', { statuses: true, app_id: '4/2', credential: pem }, 'app_id'],
    ['an address with a password', { api_url: 'https://a:b@github.example.com' }, 'api_url'],
  ])('cannot be saved with %s', async (_, body, path) => {
    const { save } = await addGithub();
    expect(await save(body)).toMatchObject({ status: 422, body: { details: [{ path }] } });
  });

  it('say which permission an App lacks', async () => {
    github.acceptsApp = () => true;
    github.permissions = { statuses: 'read' };
    github.repositories.add('studio/harbor');
    const { path, save, commit } = await addGithub();
    await commit('studio/harbor');
    await save({ statuses: true, api_url: github.url, app_id: '42', credential: pem });
    expect(await stateOf(path, 'failing')).toMatchObject({
      error: 'The App lacks a permission: Commit statuses: read and write.',
    });
  });

  it.each(['o/r/../../../user/emails?x=', '../user', 'o/..', 'o/r#', 'o/%2e%2e'])(
    'never lead to another address because of a repository called %s',
    async (repository) => {
      const { token, path, save, commit } = await addGithub();
      const push = { ref: 'refs/heads/main', repository: { full_name: repository }, commits: [] };
      const pushed = await fetch(`${baseUrl}/webhooks/github?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-github-event': 'push' },
        body: JSON.stringify(push),
      });
      expect([pushed.status, await pushed.json()]).toMatchObject([
        422,
        { error: 'malformed_body', message: expect.stringContaining('repository.full_name') },
      ]);
      // An earlier release stored names as they came.
      await commit(repository);
      await save({ statuses: true, api_url: github.url, credential: GITHUB_TOKEN });
      expect(await stateOf(path, 'failing')).toMatchObject({ error: expect.stringContaining('repository') });
      expect(github.received).toEqual([]);
    },
  );

  it('are changed by owners only, and exist for GitHub only', async () => {
    const { path } = await addGithub();
    expect((await member.browser.call('POST', `${path}/github_connection`, { statuses: true })).status).toBe(403);
    const { integration } = await add('jenkins');
    const jenkins = `${list}/${integration.id}/github_connection`;
    expect((await owner.browser.call('POST', jenkins, { statuses: false })).status).toBe(404);
  });
});
