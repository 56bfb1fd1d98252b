import { ObjectStoreError, type ObjectStoreProblem } from '../object-store.js';
import { readElements } from './s3-xml.js';

/** What an answer with an error status says. */
export interface S3Failure {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull']);
const RETRYABLE = new Set([
  'RequestTimeout',
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'OperationAborted',
]);
const RETRYABLE_STATUSES = new Set([408, 409, 429, 500, 502, 503, 504]);
/** A certificate that is wrong now will be wrong at the next attempt. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL/;

const HINTS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  AccessDenied: 'the credentials may not do this',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired',
  AuthorizationHeaderMalformed: 'region in OBJECT_STORE_URL is not that of the bucket',
  PermanentRedirect: 'the bucket is at another endpoint or in another region',
};

/** What an error of S3 means. The bodies of errors can name keys and resources, so only their code is repeated. */
export function s3Error(name: string, { status, body, retryAfter }: S3Failure): ObjectStoreError {
  const code = readElements(body, 'Error')[0]?.['Code'] ?? '';
  const problem = problemOf(status, code);
  const hint = HINTS[code] === undefined ? '' : `: ${HINTS[code]}`;
  const answer = code === '' ? `status ${status}` : `${code}, status ${status}`;
  return new ObjectStoreError(problem, `${name} answers ${answer}${hint}`, {
    retryAfterMs: problem === 'unavailable' ? parseRetryAfter(retryAfter) : undefined,
  });
}

function problemOf(status: number, code: string): ObjectStoreProblem {
  if (FULL.has(code) || status === 507) return 'full';
  if (RETRYABLE.has(code) || RETRYABLE_STATUSES.has(status)) return 'unavailable';
  // A proxy in front of the store answers 404 without a code.
  if (status === 404 && (code === 'NoSuchKey' || code === '')) return 'not_found';
  return status >= 500 ? 'unavailable' : 'refused';
}

/** Seconds, or a date. */
function parseRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** What an error of the connection means. */
export function connectionError(name: string, error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isCertificate = CERTIFICATE.test(code);
  const hint = isCertificate ? '; set OBJECT_STORE_CA_FILE if a private authority signed it' : '';
  const text = `${name} cannot be reached: ${message || code}${hint}`;
  return new ObjectStoreError(isCertificate ? 'refused' : 'unavailable', text, { cause: error });
}
