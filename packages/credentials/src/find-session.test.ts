import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CredentialsError, findSession, NotSignedInError, requireCredentials } from './index.js';

const home = await mkdtemp(join(tmpdir(), 'slipway-credentials-'));
afterAll(() => rm(home, { recursive: true }));

const studio = 'https://slipway.studio.test';

async function environment(content?: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(home, 'config-'));
  await mkdir(join(folder, 'slipway'));
  if (content !== undefined) await writeFile(join(folder, 'slipway', 'logins.json'), content);
  return { XDG_CONFIG_HOME: folder };
}

const stored = JSON.stringify({ current: studio, logins: { [studio]: { token: 'stored', name: 'laptop' } } });

describe('findSession', () => {
  it('uses the token of the last login, or SLIPWAY_TOKEN if it is set', async () => {
    const env = await environment(stored);
    const { host, credentials } = await findSession(env);
    expect([host, credentials]).toMatchObject([studio, { token: 'stored', source: 'login' }]);
    const given = await findSession({ ...env, SLIPWAY_TOKEN: 'given' });
    expect(given.credentials).toMatchObject({
      token: 'given',
      source: 'SLIPWAY_TOKEN',
      login: { name: 'laptop' },
    });
  });

  it('finds the login of a host however its address is written', async () => {
    const env = await environment(stored);
    for (const SLIPWAY_HOST of ['slipway.studio.test', 'https://Slipway.Studio.test/', `${studio}:443`])
      expect(await findSession({ ...env, SLIPWAY_HOST })).toMatchObject({
        host: studio,
        credentials: { token: 'stored' },
      });
  });

  it('never uses the login of another host', async () => {
    const env = { ...(await environment(stored)), SLIPWAY_HOST: 'https://other.test' };
    const session = await findSession(env);
    expect(session.credentials).toBeNull();
    expect(() => requireCredentials(session)).toThrow(NotSignedInError);
  });

  it('adds http to an address without a scheme on this machine, and https elsewhere', async () => {
    const env = await environment();
    expect((await findSession(env, 'localhost:8080')).host).toBe('http://localhost:8080');
    expect((await findSession(env, 'studio.test/slipway/')).host).toBe('https://studio.test/slipway');
  });

  it('refuses an address that is not a service address or contains credentials', async () => {
    const env = await environment();
    for (const SLIPWAY_HOST of [
      'ftp://files.test',
      'https://me:secret@studio.test',
      'https://studio.test?a=b',
      ' ',
    ])
      await expect(findSession({ ...env, SLIPWAY_HOST, SLIPWAY_TOKEN: 'x' })).rejects.toThrow(CredentialsError);
  });

  it('names a file that cannot be read, and ignores logins without a token', async () => {
    await expect(findSession(await environment('{'))).rejects.toThrow(/logins\.json cannot be read/);
    const empty = JSON.stringify({ current: 5, logins: { [studio]: { token: '' }, other: null } });
    expect(await findSession(await environment(empty))).toMatchObject({
      host: 'http://127.0.0.1:8080',
      credentials: null,
    });
  });
});
