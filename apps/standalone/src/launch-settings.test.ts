import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '@slipway/runtime';
import { readLaunchSettings } from './launch-settings.js';

function problems(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readLaunchSettings(env, '/data');
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('readLaunchSettings', () => {
  it('has defaults for everything: port 8080, local servers, the demo', () => {
    const { settings, ...rest } = readLaunchSettings({}, '/data');
    expect(settings).toMatchObject({ PORT: 8080, BASE_URL: 'http://127.0.0.1:8080', SPOOL_DIR: '/data/spool' });
    expect(rest).toEqual({ databaseUrl: undefined, directUrl: undefined, redisUrl: undefined, seedDemo: true });
  });

  it("seeds an operator's database only with SEED_DEMO", () => {
    const DATABASE_URL = 'postgresql://db.example/slipway';
    expect(readLaunchSettings({ DATABASE_URL }, '/data').seedDemo).toBe(false);
    expect(readLaunchSettings({ DATABASE_URL, SEED_DEMO: '1' }, '/data').seedDemo).toBe(true);
  });

  it('lists every problem', () => {
    expect(problems({ PORT: 'abc', SEED_DEMO: 'perhaps', NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^APP_SECRET: is required with NODE_ENV=production/),
      'SEED_DEMO: "perhaps" must be 1 or 0',
      'PORT: "abc" is not a port number (1-65535)',
    ]);
  });

  it('refuses other database URLs when the start runs its own database', () => {
    const other = {
      DATABASE_DIRECT_URL: 'postgres://a.example/x',
      DATABASE_REPLICA_URL: 'postgres://b.example/x',
    };
    expect(problems(other)).toEqual([
      'DATABASE_DIRECT_URL: needs DATABASE_URL',
      'DATABASE_REPLICA_URL: needs DATABASE_URL',
    ]);
  });

  it('treats an empty value as unset', () => {
    expect(readLaunchSettings({ PORT: '', REDIS_URL: '', DATABASE_URL: '' }, '/data')).toMatchObject({
      databaseUrl: undefined,
      redisUrl: undefined,
    });
  });
});
