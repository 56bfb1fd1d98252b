import { join } from 'node:path';
import { secretFile } from '@slipway/local';
import { loadSettings, type Settings, SettingsError } from '@slipway/runtime';

export interface LaunchSettings {
  settings: Settings;
  /** The operator's server; undefined if the launcher runs its own. */
  databaseUrl: string | undefined;
  /** Where migrations run, if not at `databaseUrl`. */
  directUrl: string | undefined;
  redisUrl: string | undefined;
  seedDemo: boolean;
}

/** The demo has well-known credentials, so the service is open to other machines only if HOST says so. */
const defaults = { HOST: '127.0.0.1' };

// Placeholders for values that the launcher provides later, so that all settings can be checked together in advance.
const placeholders = {
  DATABASE_URL: 'postgresql://local',
  REDIS_URL: 'redis://local',
  APP_SECRET: 'x'.repeat(32),
};

/** Checks all settings; throws a SettingsError that lists every problem. */
export function readLaunchSettings(env: NodeJS.ProcessEnv, defaultDataDir: string): LaunchSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  // A generated secret would differ between the machines of a production environment.
  const secretNeeded = given.NODE_ENV === 'production' && given.APP_SECRET === undefined;
  const problems = secretNeeded
    ? ['APP_SECRET: is required with NODE_ENV=production (generate one with openssl rand -hex 32)']
    : [];
  const seedSetting = given.SEED_DEMO ?? '0';
  if (!['0', '1', 'true', 'false'].includes(seedSetting))
    problems.push(`SEED_DEMO: "${seedSetting}" must be 1 or 0`);
  if (given.DATABASE_URL === undefined)
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
      if (given[name] !== undefined) problems.push(`${name}: needs DATABASE_URL`);
  const settings = checkSettings({ ...placeholders, ...defaults, DATA_DIR: defaultDataDir, ...given }, problems);
  if (settings === undefined || problems.length > 0) throw new SettingsError(problems);
  const databaseUrl = given.DATABASE_URL;
  const seedDemo = databaseUrl === undefined || ['1', 'true'].includes(seedSetting);
  return { settings, databaseUrl, directUrl: given.DATABASE_DIRECT_URL, redisUrl: given.REDIS_URL, seedDemo };
}

function checkSettings(env: NodeJS.ProcessEnv, problems: string[]): Settings | undefined {
  try {
    return loadSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** The operator's secret, or a generated one that is stored next to the data. */
export async function appSecret(env: NodeJS.ProcessEnv, dataDir: string): Promise<string> {
  return env.APP_SECRET || secretFile(join(dataDir, 'app-secret'));
}
