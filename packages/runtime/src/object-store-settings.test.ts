import { expect, it } from '@jest/globals';
import { loadSettings, type SettingsError } from './settings.js';

const required = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://redis', APP_SECRET: 'x'.repeat(16) };
const bucket = { OBJECT_STORE_URL: 's3://logs', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'hidden' };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadSettings({ ...required, ...env });
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

it('objects are in the data folder unless another folder or a bucket is set', () => {
  expect(loadSettings({ ...required, DATA_DIR: '/srv/slipway' }).OBJECT_STORE_DIR).toBe('/srv/slipway/objects');
  expect(loadSettings({ ...required, OBJECT_STORE_DIR: '/mnt/logs' }).OBJECT_STORE_DIR).toBe('/mnt/logs');
  expect(loadSettings({ ...required, ...bucket }).OBJECT_STORE_URL).toBe('s3://logs');
});

it.each([
  [{ OBJECT_STORE_URL: 's3://logs' }, ['AWS_ACCESS_KEY_ID: is required', 'AWS_SECRET_ACCESS_KEY: is required']],
  [{ ...bucket, OBJECT_STORE_DIR: '/mnt/logs' }, ['OBJECT_STORE_DIR: is set, and OBJECT_STORE_URL too']],
  [{ ...bucket, OBJECT_STORE_CA_FILE: '/no/file.pem' }, ['OBJECT_STORE_CA_FILE: "/no/file.pem" cannot be read']],
  [{ OBJECT_STORE_CA_FILE: '/no/file.pem' }, ['OBJECT_STORE_CA_FILE: is set, but OBJECT_STORE_URL is not']],
  [{ ...bucket, OBJECT_STORE_URL: 's3://key:hidden@logs' }, ['OBJECT_STORE_URL: must not contain credentials']],
])('names every problem of %j without a secret', (env, expected) => {
  const problems = problemsOf(env);
  expect(problems).toEqual(expected.map((start) => expect.stringContaining(start)));
  expect(problems.join()).not.toContain('hidden');
});

it('AWS variables that are set for other programs are no problem without a bucket', () => {
  expect(problemsOf({ AWS_ACCESS_KEY_ID: 'key' })).toEqual([]);
});
