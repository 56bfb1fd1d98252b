import { types } from 'node:util';

const STATEMENT_TIMEOUT = '57014';
/** The process was too busy to go on with its transaction. */
const IDLE_IN_TRANSACTION_TIMEOUT = '25P03';
const LOCK_TIMEOUT = '55P03';

const OUTAGE_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  STATEMENT_TIMEOUT,
  IDLE_IN_TRANSACTION_TIMEOUT,
  LOCK_TIMEOUT,
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
]);

// node-postgres raises these without a code.
const OUTAGE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];

/** True when an error means that the database is away or too slow, not that the statement was wrong. */
export function isDatabaseOutage(error: unknown): boolean {
  // What a socket raises is no instance of this realm's Error where code runs in one of its own, as tests do.
  if (!types.isNativeError(error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (OUTAGE_CODES.has(code) || code.startsWith('08'))) return true;
  if (OUTAGE_MESSAGES.some((message) => error.message.includes(message))) return true;
  return error.cause !== undefined && isDatabaseOutage(error.cause);
}

const codeOf = (error: unknown) => (types.isNativeError(error) ? (error as { code?: unknown }).code : undefined);

/** True when a transaction was cut short for taking too long: too much at once, on whichever side. */
export function isTooLong(error: unknown): boolean {
  const code = codeOf(error);
  return code === STATEMENT_TIMEOUT || code === IDLE_IN_TRANSACTION_TIMEOUT;
}

/** True when a statement waited for too long for what another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_TIMEOUT;
}

const STALE_CODES: ReadonlySet<string> = new Set([
  '26000', // invalid_sql_statement_name: someone between us and the server forgot it
  '42P05', // duplicate_prepared_statement
]);

// These have codes that stand for much else.
const STALE_MESSAGES = ['cached plan must not change result type', 'cache lookup failed for type'];

/** True when what a connection has prepared is no longer what the server knows: it must be made anew. */
export function isStaleConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return STALE_CODES.has(String(code)) || STALE_MESSAGES.some((message) => error.message.startsWith(message));
}

const UNFIT_CODES: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: a server that was or becomes a replica
  '42501', // insufficient_privilege
  '42703', // undefined_column: the migrations of this release have not run yet, or those of the next have
  '42883', // undefined_function
  '42P01', // undefined_table
  '53100', // disk_full
  '58030', // io_error
]);

/** True when an error is about the database as it stands, and would meet any other statement of its kind too. */
function isDatabaseUnfit(error: unknown): boolean {
  return error instanceof Error && UNFIT_CODES.has(String((error as { code?: unknown }).code));
}

const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** True when a transaction lost against a concurrent one and would succeed if it ran again. */
export function isTransactionConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && CONFLICT_CODES.has(code);
}

/** Whatever is wrong, it is not what is written: the same would be written some other time. */
export function isNoFaultOfDeliveries(error: unknown): boolean {
  return (
    isDatabaseOutage(error) || isDatabaseUnfit(error) || isTransactionConflict(error) || isStaleConnection(error)
  );
}
