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

async function database({ databaseUrl, dataDir, log, onMoved }: ServicesOptions): Promise<KeptService> {
  if (databaseUrl !== undefined) {
    await checkDatabase(databaseUrl);
    return operatorService(databaseUrl);
  }
  return log.step({ doing: 'Starting PostgreSQL', done: 'PostgreSQL is up' }, (update) => {
    const start = () => startPostgres({ home: dataDir, tools: join(dataDir, 'tools'), log: update });
    return keepService({ name: 'PostgreSQL', start, log, onMoved });
  });
}

async function redis({ redisUrl, dataDir, env, log, onMoved }: ServicesOptions): Promise<KeptService> {
  if (redisUrl !== undefined) {
    for (const warning of await checkRedis(redisUrl)) log.warn(warning);
    return operatorService(redisUrl);
  }
  return log.step({ doing: 'Starting Redis', done: 'Redis is up' }, (update) => {
    const start = () => startRedis({ home: dataDir, env, log: update });
    return keepService({ name: 'Redis', start, log, onMoved });
  });
}

/** Starts both at once; when one fails, the other is stopped again. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const [forDatabase, forRedis] = await Promise.allSettled([database(options), redis(options)]);
  if (forDatabase.status === 'fulfilled' && forRedis.status === 'fulfilled') {
    return {
      databaseUrl: forDatabase.value.url,
      redisUrl: forRedis.value.url,
      async stop() {
        await forRedis.value.stop();
        await forDatabase.value.stop();
      },
    };
  }
  const results = [forDatabase, forRedis];
  await Promise.all(results.map((result) => (result.status === 'fulfilled' ? result.value.stop() : undefined)));
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  );
  throw new Error(reasons.join('\n'));
}
