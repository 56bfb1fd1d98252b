import type pg from 'pg';
import { transactionPoolClient } from './transaction-pool-client.js';

export interface DatabaseOptions {
  /** With the parameter `pgbouncer=true`, it connects to pgBouncer in transaction mode. */
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly poolSize: number;
  /** The longest a statement may take. Client and server both enforce it, so that a frozen server is noticed too. */
  readonly statementTimeoutMs: number;
  /**
   * The longest a transaction may wait for its process; by default the statement timeout. The server then ends the
   * transaction, so that a frozen process does not hold its locks.
   */
  readonly idleTransactionTimeoutMs?: number;
  /** The longest that opening a connection may take. */
  readonly connectTimeoutMs?: number;
  /** Receives the error of a connection that breaks while idle, and null when a connection is made. */
  readonly onState?: (problem: Error | null) => void;
}

const CONNECT_TIMEOUT_MS = 2_000;

/** How much later than the server the client gives up, so that the server's error arrives first. */
const CLIENT_MARGIN_MS = 250;

/** How long a connection and a statement may keep their caller waiting, whatever happens to the server. */
export function longestWaitMs({
  statementTimeoutMs,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
}: Pick<DatabaseOptions, 'statementTimeoutMs' | 'connectTimeoutMs'>): { connectMs: number; statementMs: number } {
  return { connectMs: connectTimeoutMs, statementMs: statementTimeoutMs + CLIENT_MARGIN_MS };
}

export function poolConfig(options: DatabaseOptions): pg.PoolConfig {
  const { statementTimeoutMs, idleTransactionTimeoutMs = statementTimeoutMs } = options;
  const { connectMs, statementMs } = longestWaitMs(options);
  const timeouts = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  };
  const { url, isPooled, ownOptions } = readUrl(options.url);
  const shared = {
    connectionString: url,
    application_name: options.name,
    max: options.poolSize,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    keepAlive: true,
    // Statements of a transaction that do not wait for each other leave together, and run in that order.
    pipeline: true,
  };
  if (isPooled) return { ...shared, Client: transactionPoolClient(timeouts) };
  return {
    ...shared,
    ...timeouts,
    // Prisma sends times without a zone and ignores the zone of the times it reads.
    options: `${ownOptions} -c TimeZone=UTC`.trim(),
  };
}

/** Separates the parts of a URL that the driver understands from those meant for this package. */
function readUrl(text: string): { url: string; isPooled: boolean; ownOptions: string } {
  const url = new URL(text);
  const isPooled = url.searchParams.get('pgbouncer') === 'true';
  const ownOptions = url.searchParams.get('options') ?? '';
  url.searchParams.delete('pgbouncer');
  url.searchParams.delete('options');
  return { url: url.href, isPooled, ownOptions };
}
