import { types } from 'node:util';

const STATEMENT_TIMEOUT = '57014';
/** The process was too busy to continue its transaction. */
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
  // The server's certificate is not trusted, or is for another host.
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  // The password was changed, or the login revoked: an operator will set the new one.
  '28000', // invalid_authorization_specification
  '28P01', // invalid_password
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  STATEMENT_TIMEOUT,
  IDLE_IN_TRANSACTION_TIMEOUT,
  LOCK_TIMEOUT,
  // Prisma's codes: the server refuses the login, is unreachable, does not respond, or has no free connection.
  'P1000',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);

/** All connections of the pool stayed in use. Whether the server is down shows in the statements that use them. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

// node-postgres raises these without a code, and Prisma passes them on.
const OUTAGE_MESSAGES = [
  'Connection terminated',
  NO_FREE_CONNECTION,
  'The server does not support SSL connections',
  'Error opening a TLS connection',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];

interface CodedError extends Error {
  readonly code?: unknown;
  /** Prisma's errors carry the driver's error here. */
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: unknown } } };
}

/** Accepts errors from any realm: tests run code in a separate realm, and socket errors come from another. */
const asError = (error: unknown): CodedError | null => (types.isNativeError(error) ? error : null);

/** An error's codes: the driver's, and Prisma's if the error passed through Prisma. */
function codesOf(error: unknown): string[] {
  const coded = asError(error);
  const codes = [coded?.code, coded?.meta?.driverAdapterError?.cause?.originalCode];
  return codes.filter((code): code is string => typeof code === 'string');
}

const hasCode = (error: unknown, known: ReadonlySet<string>) => codesOf(error).some((code) => known.has(code));

/** True when an error means that the database is unreachable or too slow, not that the statement is wrong. */
export function isDatabaseOutage(error: unknown): boolean {
  const native = asError(error);
  if (native === null) return false;
  if (hasCode(error, OUTAGE_CODES) || codesOf(error).some((code) => code.startsWith('08'))) return true;
  if (OUTAGE_MESSAGES.some((message) => native.message.includes(message))) return true;
  return native.cause !== undefined && isDatabaseOutage(native.cause);
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([STATEMENT_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT]);

/** True when the server ended a transaction because its statement or its client took too long. */
export function isTooLong(error: unknown): boolean {
  return hasCode(error, TIMEOUT_CODES);
}

/** True when a server does not answer. One that ends a slow statement does. */
export function isUnreachable(error: unknown): error is Error {
  return isDatabaseOutage(error) && !isTooLong(error) && !isLockTimeout(error);
}

/** Whether a request failed because the database is down, or because it was too slow; null for any other error. */
export function databaseFailureOf(error: unknown): 'down' | 'slow' | null {
  if (!isDatabaseOutage(error)) return null;
  const isSlow = !isUnreachable(error) || error.message.includes(NO_FREE_CONNECTION);
  return isSlow ? 'slow' : 'down';
}

/** True when a statement waited too long for a lock that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return codesOf(error).includes(LOCK_TIMEOUT);
}

const STALE_CODES: ReadonlySet<string> = new Set([
  '26000', // invalid_sql_statement_name: a pooler between us and the server forgot it
  '42P05', // duplicate_prepared_statement
]);

// The codes of these errors mean many other things too.
const STALE_MESSAGES = ['cached plan must not change result type', 'cache lookup failed for type'];

/** True when a connection's prepared statements no longer match the server: it must be replaced. */
export function isStaleConnection(error: unknown): boolean {
  const message = asError(error)?.message ?? '';
  return hasCode(error, STALE_CODES) || STALE_MESSAGES.some((known) => message.startsWith(known));
}

const UNFIT_CODES: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: the server is or becomes a replica
  '42501', // insufficient_privilege
  '42703', // undefined_column: this release's migrations have not run yet, or the next release's have
  '42883', // undefined_function
  '42P01', // undefined_table
  '53100', // disk_full
  '58030', // io_error
]);

const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** True when a transaction lost to a concurrent one and would succeed if it ran again. */
export function isTransactionConflict(error: unknown): boolean {
  return hasCode(error, CONFLICT_CODES);
}

const AFTER_FAILURE: ReadonlySet<string> = new Set(['25P02']);

/** True when a statement was refused because an earlier one of the same transaction had failed. */
export function isAfterFailure(error: unknown): boolean {
  return hasCode(error, AFTER_FAILURE);
}

const UNIQUE_CODES: ReadonlySet<string> = new Set(['23505', 'P2002']);

/** True when another transaction has stored a row with the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, UNIQUE_CODES);
}

const GONE_CODES: ReadonlySet<string> = new Set(['23503', 'P2003', 'P2025']);

/** True when another transaction has deleted the row to write, or a row that it refers to. */
export function isGone(error: unknown): boolean {
  return hasCode(error, GONE_CODES);
}

/** True when the cause is the database or a concurrent transaction, so that the same write can succeed later. */
export function isInfrastructureError(error: unknown): boolean {
  return (
    isDatabaseOutage(error) ||
    hasCode(error, UNFIT_CODES) ||
    isTransactionConflict(error) ||
    isStaleConnection(error)
  );
}
