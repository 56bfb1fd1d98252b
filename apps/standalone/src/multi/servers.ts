import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type PgBouncer,
  type PostgresPair,
  type RedisCluster,
  startPgBouncer,
  startPostgresPair,
  startRedisCluster,
} from '@slipway/local';
import type { Progress } from '../progress.js';

/** The servers that the processes of all hosts share. */
export interface Servers {
  readonly cluster: RedisCluster;
  readonly databases: PostgresPair;
  readonly pgBouncer: PgBouncer;
}

export interface ServersOptions {
  /** The checkout. */
  readonly root: string;
  /** Folder for all files of the servers. */
  readonly home: string;
  readonly log: Progress;
  /** Registers functions that stop the servers; the last one is called first. */
  readonly onStop: (stop: () => Promise<void> | void) => void;
}

const POOL_SIZE = 20;

/** Starts a Redis Cluster with replicas, PostgreSQL with a replica, and pgBouncer. */
export async function startServers({ root, home, log, onStop }: ServersOptions): Promise<Servers> {
  await mkdir(home, { recursive: true, mode: 0o755 });
  const register = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    onStop(started.stop);
    return started;
  };
  const redis = log.step({ doing: 'Starting a Redis Cluster', done: 'Redis Cluster is up' }, () =>
    register(startRedisCluster({ replicas: true, home: join(home, 'redis') })),
  );
  const postgres = log.step({ doing: 'Starting PostgreSQL', done: 'PostgreSQL and its replica are up' }, () =>
    register(startPostgresPair({ home: join(home, 'postgres'), tools: join(root, '.data') })),
  );
  // Both must settle before anything can be stopped.
  await Promise.allSettled([redis, postgres]);
  const [cluster, databases] = await Promise.all([redis, postgres]);
  const logFile = join(home, 'log', 'pgbouncer.log');
  const pgBouncer = await log.step({ doing: 'Starting pgBouncer', done: 'pgBouncer is up' }, () =>
    register(startPgBouncer({ url: databases.primary.url, poolSize: POOL_SIZE, logFile })),
  );
  return { cluster, databases, pgBouncer };
}
