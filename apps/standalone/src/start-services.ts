import { startPostgres, startRedis } from '@slipway/local';
import type { Settings } from '@slipway/runtime';
import { checkDatabase, checkRedis } from './operator-services.js';
import type { Progress } from './progress.js';
import { type RestartingService, startRestartingService } from './restarting-service.js';

/** PostgreSQL and Redis, each started here or provided by the operator. */
export interface Services {
  databaseUrl(): string;
  directUrl(): string;
  redisUrl(): string;
  stop(): Promise<void>;
}

interface ServicesOptions {
  dataDir: string;
  /** For the binaries of PostgreSQL, which all data folders share. */
  toolsDir: string;
  env: NodeJS.ProcessEnv;
  databaseUrl: string | undefined;
  directUrl: string | undefined;
  redisUrl: string | undefined;
  /** How the operator's Redis is reached. */
  settings: Settings;
  log: Progress;
  onMoved: () => void;
}

function operatorService(url: string): RestartingService {
  return { url: () => url, stop: () => Promise.resolve() };
}

/** Checks the operator's servers before anything starts, so that a wrong URL fails early. */
async function checkOperatorServices(options: ServicesOptions): Promise<void> {
  const { databaseUrl, directUrl, redisUrl, settings, log } = options;
  const [, warnings] = await settled([
    checkDatabases({ DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl }),
    redisUrl === undefined ? Promise.resolve([]) : checkRedis(settings),
  ]);
  for (const warning of warnings) log.warn(warning);
}

async function checkDatabases(urls: Record<string, string | undefined>): Promise<void> {
  for (const [setting, url] of Object.entries(urls)) if (url !== undefined) await checkDatabase(url, setting);
}

function database({ databaseUrl, dataDir, toolsDir, log, onMoved }: ServicesOptions): Promise<RestartingService> {
  if (databaseUrl !== undefined) return Promise.resolve(operatorService(databaseUrl));
  return log.step({ doing: 'Starting PostgreSQL', done: 'PostgreSQL is up' }, (update) => {
    const start = () => startPostgres({ home: dataDir, tools: toolsDir, log: update });
    return startRestartingService({ name: 'PostgreSQL', start, log, onMoved });
  });
}

function redis({ redisUrl, dataDir, env, log, onMoved }: ServicesOptions): Promise<RestartingService> {
  if (redisUrl !== undefined) return Promise.resolve(operatorService(redisUrl));
  return log.step({ doing: 'Starting Redis', done: 'Redis is up' }, (update) => {
    const start = () => startRedis({ home: dataDir, env, log: update });
    return startRestartingService({ name: 'Redis', start, log, onMoved });
  });
}

/** Like Promise.all, but waits for both and reports each failure on a separate line. */
async function settled<A, B>(
  work: [Promise<A>, Promise<B>],
  undo?: (done: A | B) => Promise<void>,
): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled(work);
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value];
  const reasons: string[] = [];
  for (const result of [first, second]) {
    if (result.status === 'rejected') reasons.push((result.reason as Error).message);
    else await undo?.(result.value);
  }
  throw new Error(reasons.join('\n'));
}

/** Starts both servers in parallel; if one fails, stops the other. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  await checkOperatorServices(options);
  const work: [Promise<RestartingService>, Promise<RestartingService>] = [database(options), redis(options)];
  const [forDatabase, forRedis] = await settled(work, (service) => service.stop());
  return {
    databaseUrl: forDatabase.url,
    directUrl: () => options.directUrl ?? forDatabase.url(),
    redisUrl: forRedis.url,
    async stop() {
      await forRedis.stop();
      await forDatabase.stop();
    },
  };
}
