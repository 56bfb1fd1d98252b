import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CredentialsError, findCredentials } from './index.js';

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

describe('findCredentials', () => {
  it('uses the last login, unless the environment names a token', async () => {
    const env = await environment(stored);
    expect(await findCredentials(env)).toEqual({ host: studio, token: 'stored', source: 'login' });
    const given = await findCredentials({ ...env, SLIPWAY_TOKEN: 'given' });
    expect(given).toEqual({ host: studio, token: 'given', source: 'SLIPWAY_TOKEN' });
  });

  it('finds the login of the host in any spelling of its address', async () => {
    const env = await environment(stored);
    for (const SLIPWAY_HOST of ['slipway.studio.test', 'https://Slipway.Studio.test/', `${studio}:443`])
      expect(await findCredentials({ ...env, SLIPWAY_HOST })).toMatchObject({ host: studio, token: 'stored' });
  });

  it('never takes the login of another host', async () => {
    const env = { ...(await environment(stored)), SLIPWAY_HOST: 'https://other.test' };
    await expect(findCredentials(env)).rejects.toThrow(/no token for https:\/\/other\.test.*slipway auth login/);
  });

  it('refuses addresses that are none, or that contain credentials', async () => {
    const env = await environment();
    for (const SLIPWAY_HOST of [
      'ftp://files.test',
      'https://me:secret@studio.test',
      'https://studio.test?a=b',
      ' ',
    ])
      await expect(findCredentials({ ...env, SLIPWAY_HOST, SLIPWAY_TOKEN: 'x' })).rejects.toThrow(
        CredentialsError,
      );
  });

  it('says which file cannot be read, and ignores entries without a token', async () => {
    await expect(findCredentials(await environment('{'))).rejects.toThrow(/logins\.json cannot be read/);
    const empty = JSON.stringify({ current: 5, logins: { [studio]: { token: '' }, other: null } });
    await expect(findCredentials(await environment(empty))).rejects.toThrow(
      /no token for http:\/\/127\.0\.0\.1:8080/,
    );
  });
});
