import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type DatabaseOptions, poolConfig } from './connection-config.js';
import { databaseTime } from './database-time.js';
import { type Prisma, PrismaClient } from './generated/client.js';
import type { Queryable } from './sql.js';
import { sqlOn } from './sql-on.js';
import { inTransaction } from './sql-transaction.js';
import { openPool } from './traced-connections.js';

/** Prisma's models. SQL goes through `defineQuery`, because a test checks the columns of such statements. */
type Models = Omit<Prisma.TransactionClient, `$${'query' | 'execute'}Raw${'' | 'Unsafe'}`>;

/**
 * What reads and stores run on: Prisma models, and SQL where infra/docs/decisions/data-layer.md gives a reason for it.
 * Either may belong to a transaction.
 */
export interface DatabaseHandle {
  readonly prisma: Models;
  readonly pool: Queryable;
}

/** One pool of connections, shared by Prisma and by plain SQL. */
export interface Database extends DatabaseHandle {
  readonly prisma: PrismaClient;
  /** Runs a hot path's SQL in one transaction. Once the signal is aborted, no further statement starts. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Runs models, and the SQL of hot paths, in one transaction. Inside, use only `tx`. */
  modelTransaction<T>(work: (tx: DatabaseHandle) => Promise<T>): Promise<T>;
  connections(): PoolConnections;
  /**
   * For the checks that tell whether the server is up: the pool or, while all its connections are in use, a connection
   * of its own. Slow statements are not an outage.
   */
  readonly spare: Queryable;
  /** Throws if the server does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How many statements a Prisma transaction has time for if each takes as long as it may. */
const SLOW_STATEMENTS = 10;

/** Opens the pool; connections are made when first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  function open(poolSize: number): pg.Pool {
    const pool = openPool(poolConfig({ ...options, poolSize }));
    pool.on('error', (error) => options.onState?.(error));
    pool.on('connect', () => options.onState?.(null));
    pool.on('release', endUnlessIdle);
    return pool;
  }
  return databaseOn(open(options.poolSize), options, () => open(1));
}

/** The database behind a pool. Closing it ends the pool, and the one that `openSpare` opens when it is first needed. */
export function databaseOn(
  pool: pg.Pool,
  options: Pick<DatabaseOptions, 'statementTimeoutMs'>,
  openSpare = () => pool,
): Database {
  let prisma: PrismaClient | undefined;
  let spare: pg.Pool | undefined;
  const isFull = () => pool.idleCount === 0 && pool.totalCount >= pool.options.max;
  return {
    // Created on first use, because a process that only runs hot paths never needs it.
    get prisma() {
      prisma ??= new PrismaClient({
        adapter: new PrismaPg(pool),
        transactionOptions: {
          maxWait: options.statementTimeoutMs,
          timeout: SLOW_STATEMENTS * options.statementTimeoutMs,
        },
      });
      return prisma;
    },
    pool,
    transaction: (work, signal) => inTransaction(pool, work, signal),
    modelTransaction(work) {
      return this.prisma.$transaction((tx) => work({ prisma: tx, pool: sqlOn(tx) }));
    },
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      limit: pool.options.max,
    }),
    get spare() {
      if (!isFull()) return pool;
      spare ??= openSpare();
      return spare;
    },
    async ping() {
      await this.spare.query({ text: 'SELECT 1' });
    },
    async close() {
      const client = prisma;
      // The client holds 16 MB.
      prisma = undefined;
      await client?.$disconnect();
      for (const each of [pool, spare]) if (each !== undefined && !each.ended) await each.end();
    },
  };
}

/**
 * Keeps a connection that is still inside a transaction out of the pool: its ROLLBACK timed out, and the next user
 * would commit the unfinished work.
 */
function endUnlessIdle(_error: Error | undefined, client: pg.PoolClient): void {
  const status = client.getTransactionStatus();
  if (status === 'T' || status === 'E') void client.end().catch(() => undefined);
}

export interface ProcessDatabaseOptions
  extends Pick<DatabaseOptions, 'name' | 'statementTimeoutMs' | 'idleTransactionTimeoutMs' | 'onState'> {
  /** Loads Prisma's query compiler at startup, because loading blocks the process for about 200 ms. */
  readonly preloadModels?: boolean;
}

/** What a process provides for its database. */
export interface DatabaseHost {
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_POOL_SIZE: number };
  onClose(name: string, close: () => Promise<void>): void;
  /** Receives the counts of the pool's connections. */
  readonly metrics?: { watchConnections(pool: string, read: () => PoolConnections): void };
  /** Is corrected by the database's clock. */
  readonly clock?: { follow(name: string, read: () => Promise<number>): void };
}

/** A pool's connections, and the requests that wait for one. */
export interface PoolConnections {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

/** Opens the database named in a process's settings, and registers how to close it. */
export function openProcessDatabase(
  { settings, onClose, metrics, clock }: DatabaseHost,
  { preloadModels, ...options }: ProcessDatabaseOptions,
): Database {
  const database = openDatabase({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    ...options,
  });
  onClose('database', () => database.close());
  metrics?.watchConnections(options.name, () => database.connections());
  clock?.follow('database', async () => (await databaseTime(database)).getTime());
  // If this fails, the first use of a model fails too, and that error is handled.
  if (preloadModels) void database.prisma.$connect().catch(() => undefined);
  return database;
}
