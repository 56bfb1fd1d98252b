import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { githubFixture, newSha } from './github.fixture.js';

const { github, clock, newProject, send, attempt, connection } = await githubFixture();

describe('a GitHub App', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const credential = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const app = { appId: '42', credential };

  /** Whether a token was signed with the App's key and is valid now. */
  function acceptsApp(token: string): boolean {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const { iss, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
    const now = clock.now() / 1000;
    const isValid = iss === '42' && iat <= now && exp > now && exp - iat <= 600;
    return (
      isValid &&
      verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
    );
  }

  it('writes with a token of its installation, which it requests once', async () => {
    github.acceptsApp = acceptsApp;
    const project = await newProject(app);
    for (const buildNumber of ['1', '2', '3']) {
      const sha = newSha();
      await project.commit(sha);
      await project.build(sha, { buildNumber });
    }
    await send();
    expect(github.statuses).toHaveLength(3);
    expect(github.received.filter(({ path }) => path.endsWith('/access_tokens'))).toHaveLength(1);
  });

  it('requests another token if the first one ends early', async () => {
    github.acceptsApp = acceptsApp;
    const project = await newProject(app);
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha, { status: 'building' });
    await send();
    await project.build(sha, { status: 'completed' });
    let refusals = 1;
    github.override(({ method, path }) => {
      const isStatus = method === 'POST' && path.includes('/statuses/');
      refusals -= isStatus ? 1 : 0;
      return isStatus && refusals === 0 ? { status: 401 } : undefined;
    });
    await send();
    expect(github.statuses.map(({ state }) => state)).toEqual(['pending', 'success']);
    expect((await connection(project.integrationId)).pausedAt).toBeNull();
  });

  it('is paused if GitHub does not accept its key', async () => {
    github.acceptsApp = () => false;
    const project = await newProject(app);
    const sha = newSha();
    await project.commit(sha);
    await project.build(sha);
    await attempt();
    expect((await connection(project.integrationId)).pausedAt).not.toBeNull();
  });
});
