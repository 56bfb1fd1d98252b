import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SettingsError } from '@slipway/runtime';
import { readLaunchSettings } from '../launch-settings.js';
import type { Progress } from '../progress.js';
import { startServices } from '../start-services.js';
import { backUp } from './back-up.js';
import { restore } from './restore.js';

export interface CommandOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly log: Progress;
}

export interface BackupCommand extends CommandOptions {
  /** Spools to back up; that of this host by default. */
  readonly spools: readonly string[];
}

export interface RestoreCommand extends CommandOptions {
  readonly overwrite: boolean;
  readonly withoutSecret: boolean;
}

/** Backs up what `npm start` runs, or the operator's servers that the environment names. */
export async function runBackup({ folder, spools, ...options }: BackupCommand): Promise<void> {
  await withServices(options, async ({ spool, secrets, ...stores }) => {
    const [appSecret] = secrets;
    if (appSecret === undefined) throw new Error('APP_SECRET: is required');
    const { log } = options;
    await backUp({
      ...stores,
      spools: spools.length > 0 ? spools : [spool],
      appSecret,
      folder: resolve(folder),
      log,
    });
    log.info(`  The backup is in ${resolve(folder)}`);
  });
}

/** Restores a backup into the same servers. */
export async function runRestore({ folder, overwrite, withoutSecret, ...options }: RestoreCommand): Promise<void> {
  await withServices(options, async ({ secrets, ...stores }) => {
    const { log } = options;
    const from = { folder: resolve(folder), overwrite, withoutSecret };
    const { begunAt } = await restore({ ...stores, ...from, appSecrets: secrets, log });
    log.info(`  Everything accepted before ${begunAt} is restored. Start the service to apply what was waiting.`);
  });
}

interface Stores {
  readonly databaseUrl: string;
  readonly redis: { readonly REDIS_URL: string };
  readonly spool: string;
  readonly secrets: readonly string[];
}

async function withServices(
  { root, env, log }: Omit<CommandOptions, 'folder'>,
  work: (stores: Stores) => Promise<void>,
): Promise<void> {
  const { settings, ...urls } = readLaunchSettings(env, join(root, '.data'));
  const dataDir = resolve(root, settings.DATA_DIR);
  const services = await startServices({
    dataDir,
    toolsDir: join(root, '.data', 'tools'),
    env,
    settings,
    log,
    ...urls,
    onMoved: () => undefined,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void services.stop().finally(() => process.exit(1)));
  try {
    await work({
      databaseUrl: services.directUrl(),
      redis: { ...settings, REDIS_URL: services.redisUrl() },
      spool: settings.SPOOL_DIR || join(dataDir, 'spool'),
      secrets: await readSecrets(env, dataDir),
    });
  } finally {
    await services.stop();
  }
}

/** Unlike `npm start`, generates none: that would decrypt nothing. */
async function readSecrets(env: NodeJS.ProcessEnv, dataDir: string): Promise<string[]> {
  const also = (env.APP_SECRET_ALSO_ACCEPTED ?? '').split(',');
  const current = env.APP_SECRET || (await readFile(join(dataDir, 'app-secret'), 'utf8').catch(() => '')).trim();
  return [current, ...also].filter((secret) => secret !== '');
}

export function problemsOf(error: unknown): readonly string[] {
  return error instanceof SettingsError ? error.problems : (error as Error).message.split('\n');
}
