import { describe, expect, it } from '@jest/globals';
import { loadSettings, type SettingsError } from './settings.js';

const others = { DATABASE_URL: 'postgres://db', APP_SECRET: 'x'.repeat(16) };
const load = (env: Record<string, string>) => loadSettings({ ...others, ...env });

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    load(env);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

describe('the Redis settings', () => {
  it.each([
    ['redis://a', 0],
    ['redis+sentinel://a/group', 1],
    ['rediss+cluster://a,b', 1],
  ])('wait for the usual number of replicas with %s', (REDIS_URL, replicas) => {
    expect(load({ REDIS_URL }).REDIS_WAIT_REPLICAS).toBe(replicas);
    expect(load({ REDIS_URL, REDIS_WAIT_REPLICAS: '2' }).REDIS_WAIT_REPLICAS).toBe(2);
  });

  it.each([
    [{}, 'REDIS_URL: is required'],
    [{ REDIS_URL: 'redis+sentinel://:hidden@a' }, 'REDIS_URL: must include the master group'],
    [{ REDIS_URL: 'redis://a', REDIS_WAIT_REPLICAS: '-1' }, 'REDIS_WAIT_REPLICAS: "-1" must be >= 0'],
    [
      { REDIS_URL: 'redis://a', REDIS_TLS_CA_FILE: '/ca.pem' },
      'REDIS_TLS_CA_FILE: is set, but REDIS_URL does not start with rediss',
    ],
    [
      { REDIS_URL: 'rediss://a', REDIS_TLS_CA_FILE: '/no/such/ca.pem' },
      'REDIS_TLS_CA_FILE: "/no/such/ca.pem" cannot be read: ENOENT',
    ],
    [
      { REDIS_URL: 'rediss://a', REDIS_TLS_CERT_FILE: import.meta.filename },
      'REDIS_TLS_CERT_FILE: needs REDIS_TLS_KEY_FILE too',
    ],
    [
      { REDIS_URL: 'redis+cluster://a', REDIS_SENTINEL_PASSWORD: 'hidden' },
      'REDIS_SENTINEL_PASSWORD: is set, but REDIS_URL does not start with redis+sentinel://',
    ],
  ])('are refused with a reason: %j', (env, problem) => {
    const problems = problemsOf(env);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems.join()).not.toContain('hidden');
  });
});
