import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type DatabaseOptions, poolConfig } from './connection-config.js';
import { type Prisma, PrismaClient } from './generated/client.js';
import type { Queryable } from './sql.js';
import { sqlOn } from './sql-on.js';
import { inTransaction } from './sql-transaction.js';

/** Prisma's models. SQL goes through `defineQuery`, because a test checks the columns of such statements. */
type Models = Omit<Prisma.TransactionClient, `$${'query' | 'execute'}Raw${'' | 'Unsafe'}`>;

/**
 * What reads and stores run on: Prisma models, and SQL where infra/docs/decisions/data-layer.md has a reason for it.
 * Either may belong to a transaction.
 */
export interface DatabaseHandle {
  readonly prisma: Models;
  readonly pool: Queryable;
}

/** One pool of connections, shared by Prisma and by plain SQL. */
export interface Database extends DatabaseHandle {
  readonly prisma: PrismaClient;
  /** Runs the SQL of a hot path in one transaction. Once the signal is aborted, none of its statements starts. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Runs models in one transaction, and the SQL of hot paths beside them. Inside, only `tx` may be used. */
  modelTransaction<T>(work: (tx: DatabaseHandle) => Promise<T>): Promise<T>;
  connections(): PoolConnections;
  /** Throws when the server does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How many statements a Prisma transaction has time for when each takes as long as it may. */
const SLOW_STATEMENTS = 10;

/** Opens the pool; connections are made when first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool(poolConfig(options));
  pool.on('error', (error) => options.onState?.(error));
  pool.on('connect', () => options.onState?.(null));
  pool.on('release', endUnlessIdle);
  return databaseOn(pool, options);
}

/** The database behind a pool; the pool ends with it. */
export function databaseOn(pool: pg.Pool, options: Pick<DatabaseOptions, 'statementTimeoutMs'>): Database {
  let prisma: PrismaClient | undefined;
  return {
    // Created on first use, because a process with hot paths only never needs it.
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
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      const client = prisma;
      // It holds 16 MB.
      prisma = undefined;
      await client?.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Keeps a connection that is still inside a transaction out of the pool: its ROLLBACK was not answered in time, and the
 * next user would commit what it left.
 */
function endUnlessIdle(_error: Error | undefined, client: pg.PoolClient): void {
  const status = client.getTransactionStatus();
  if (status === 'T' || status === 'E') void client.end().catch(() => undefined);
}

/** How a process opens its database. */
export interface ProcessDatabaseOptions
  extends Pick<DatabaseOptions, 'name' | 'statementTimeoutMs' | 'idleTransactionTimeoutMs' | 'onState'> {
  /** Loads Prisma's query compiler at the start: it occupies the process for about 200 ms. */
  readonly preloadModels?: boolean;
}

/** What a process provides for its database. */
export interface DatabaseHost {
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_POOL_SIZE: number };
  onClose(name: string, close: () => Promise<void>): void;
  /** Where the connections of the pool are reported. */
  readonly metrics?: { watchConnections(pool: string, read: () => PoolConnections): void };
}

/** The connections of a pool, and the requests that wait for one. */
export interface PoolConnections {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

/** Opens the database that a process's settings name, and registers how to close it. */
export function openProcessDatabase(
  { settings, onClose, metrics }: DatabaseHost,
  { preloadModels, ...options }: ProcessDatabaseOptions,
): Database {
  const database = openDatabase({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    ...options,
  });
  onClose('database', () => database.close());
  metrics?.watchConnections(options.name, () => database.connections());
  // A failure shows again, and is handled, where models are used.
  if (preloadModels) void database.prisma.$connect().catch(() => undefined);
  return database;
}
