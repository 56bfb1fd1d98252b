import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from './generated/client.js';
import { isStaleConnection } from './outage.js';
import type { Queryable } from './sql.js';

/** How a process uses its connections. */
export interface DatabaseOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly poolSize: number;
  /** The longest a statement may take, enforced on both sides: a frozen server is noticed too. */
  readonly statementTimeoutMs: number;
  /** The longest a connection may take to come about. */
  readonly connectTimeoutMs?: number;
  /** Receives the error of a connection that breaks while idle, and null when a connection is made. */
  readonly onState?: (problem: Error | null) => void;
}

/**
 * What reads and stores run on: Prisma models, and SQL for the hot paths that infra/docs/decisions/data-layer.md lists.
 * Either may belong to a transaction.
 */
export interface DatabaseHandle {
  readonly prisma: Prisma.TransactionClient;
  readonly pool: Queryable;
}

/** One pool of connections, shared by Prisma and by plain SQL. */
export interface Database extends DatabaseHandle {
  readonly prisma: PrismaClient;
  /** Runs `work` in one transaction on one connection; once the signal is aborted, no statement of it starts. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Throws when the server does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 2_000;

/** Opens the pool; connections are made when first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.name,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    query_timeout: options.statementTimeoutMs + 250,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    keepAlive: true,
  });
  pool.on('error', (error) => options.onState?.(error));
  pool.on('connect', () => options.onState?.(null));
  let prisma: PrismaClient | undefined;
  return {
    // Made when first asked for: hot tiers use plain SQL alone.
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(pool) });
      return prisma;
    },
    pool,
    transaction: (work, signal) => inTransaction(pool, work, signal),
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      await prisma?.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between statements reports here; without a listener it would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await work(signal === undefined ? client : whileAllowed(client, signal));
    signal?.throwIfAborted();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // What broke the connection says more than the statement that found it broken.
    const reason = broken ?? error;
    if (isStaleConnection(error)) broken = error as Error;
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw reason;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

function whileAllowed(client: Queryable, signal: AbortSignal): Queryable {
  return {
    async query(config) {
      signal.throwIfAborted();
      return client.query(config);
    },
  };
}

/** What a process brings along for its database. */
export interface DatabaseHost {
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_POOL_SIZE: number };
  onClose(name: string, close: () => Promise<void>): void;
}

/** Opens the database of a process by its settings, and registers how to close it. */
export function openProcessDatabase(
  { settings, onClose }: DatabaseHost,
  options: Pick<DatabaseOptions, 'name' | 'statementTimeoutMs' | 'onState'>,
): Database {
  const database = openDatabase({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    ...options,
  });
  onClose('database', () => database.close());
  return database;
}
