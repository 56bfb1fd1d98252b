import { join } from 'node:path';
import { secretFile } from '@slipway/local';
import { loadSettings, type Settings, SettingsError } from '@slipway/runtime';

/** What the start itself needs to know before it starts anything. */
export interface LaunchSettings {
  settings: Settings;
  /** The operator's own; undefined when the start brings its own server. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  seedDemo: boolean;
}

/** The demo's credentials are for this machine: other machines reach it only when HOST says so. */
const defaults = { HOST: '127.0.0.1' };

// Stand in for what the start will provide, so that all settings can be judged together beforehand.
const provided = { DATABASE_URL: 'postgresql://local', REDIS_URL: 'redis://local', APP_SECRET: 'x'.repeat(32) };

/** Judges every setting at once; throws a SettingsError that names each problem. */
export function readLaunchSettings(env: NodeJS.ProcessEnv, dataDir: string): LaunchSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  // A secret made up on the spot would differ on each machine of a production.
  const secretNeeded = given.NODE_ENV === 'production' && given.APP_SECRET === undefined;
  const problems = secretNeeded
    ? ['APP_SECRET: is required with NODE_ENV=production (openssl rand -hex 32 makes one)']
    : [];
  const wanted = given.SEED_DEMO ?? '0';
  if (!['0', '1', 'true', 'false'].includes(wanted)) problems.push(`SEED_DEMO: "${wanted}" must be 1 or 0`);
  const settings = judge({ ...provided, ...defaults, DATA_DIR: dataDir, ...given }, problems);
  if (settings === undefined || problems.length > 0) throw new SettingsError(problems);
  const databaseUrl = given.DATABASE_URL;
  const seedDemo = databaseUrl === undefined || ['1', 'true'].includes(wanted);
  return { settings, databaseUrl, redisUrl: given.REDIS_URL, seedDemo };
}

function judge(env: NodeJS.ProcessEnv, problems: string[]): Settings | undefined {
  try {
    return loadSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** The operator's secret, or one made once and kept beside the data. */
export async function appSecret(env: NodeJS.ProcessEnv, dataDir: string): Promise<string> {
  return env.APP_SECRET || secretFile(join(dataDir, 'app-secret'));
}
