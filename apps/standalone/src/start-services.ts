import { join } from 'node:path';
import { startPostgres, startRedis } from '@slipway/local';
import { type KeptService, keepService } from './keep-service.js';
import { checkDatabase, checkRedis } from './operator-services.js';
import type { Progress } from './progress.js';

/** The servers the service stands on, each its own or the operator's. */
export interface Services {
  databaseUrl(): string;
  redisUrl(): string;
  /** Redis first: what PostgreSQL acknowledged to the worker is safe without it. */
  stop(): Promise<void>;
}

interface ServicesOptions {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  log: Progress;
  onMoved: () => void;
}

function operatorService(url: string): KeptService {
  return { url: () => url, stop: () => Promise.resolve() };
}

/** Judges the operator's servers before anything is started: a wrong address should cost nothing. */
async function checkOperatorServices({ databaseUrl, redisUrl, log }: ServicesOptions): Promise<void> {
  const [, warnings] = await settled([
    databaseUrl === undefined ? Promise.resolve() : checkDatabase(databaseUrl),
    redisUrl === undefined ? Promise.resolve([]) : checkRedis(redisUrl),
  ]);
  for (const warning of warnings) log.warn(warning);
}

function database({ databaseUrl, dataDir, log, onMoved }: ServicesOptions): Promise<KeptService> {
  if (databaseUrl !== undefined) return Promise.resolve(operatorService(databaseUrl));
  return log.step({ doing: 'Starting PostgreSQL', done: 'PostgreSQL is up' }, (update) => {
    const start = () => startPostgres({ home: dataDir, tools: join(dataDir, 'tools'), log: update });
    return keepService({ name: 'PostgreSQL', start, log, onMoved });
  });
}

function redis({ redisUrl, dataDir, env, log, onMoved }: ServicesOptions): Promise<KeptService> {
  if (redisUrl !== undefined) return Promise.resolve(operatorService(redisUrl));
  return log.step({ doing: 'Starting Redis', done: 'Redis is up' }, (update) => {
    const start = () => startRedis({ home: dataDir, env, log: update });
    return keepService({ name: 'Redis', start, log, onMoved });
  });
}

/** Like Promise.all, but waits for all of them and reports every failure, a line each. */
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

/** Starts both at once; when one fails, the other is stopped again. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  await checkOperatorServices(options);
  const work: [Promise<KeptService>, Promise<KeptService>] = [database(options), redis(options)];
  const [forDatabase, forRedis] = await settled(work, (service) => service.stop());
  return {
    databaseUrl: forDatabase.url,
    redisUrl: forRedis.url,
    async stop() {
      await forRedis.stop();
      await forDatabase.stop();
    },
  };
}
