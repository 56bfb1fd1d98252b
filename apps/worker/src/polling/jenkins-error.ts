/**
 * - unavailable: the server is down, unreachable, starting or slow
 * - unauthorized: it rejects our credentials
 * - forbidden: our user lacks a permission
 * - not_found: it has no such job, build or queue item
 * - blocked: a redirect leads away from the server
 * - unexpected: Jenkins would not send such a response
 */
export type JenkinsErrorKind =
  | 'unavailable'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'blocked'
  | 'unexpected';

/** A failed request. Users see the message: it contains no credentials and no text from the server. */
export class JenkinsError extends Error {
  readonly kind: JenkinsErrorKind;
  readonly retryAfterMs: number | null;
  /** Whether the server may have carried out the request even though the response is missing or an error. */
  mayHaveActed: boolean;

  constructor(
    kind: JenkinsErrorKind,
    message: string,
    { retryAfterMs = null, mayHaveActed = false }: { retryAfterMs?: number | null; mayHaveActed?: boolean } = {},
  ) {
    super(message);
    this.name = 'JenkinsError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.mayHaveActed = mayHaveActed;
  }
}

const NO_ANSWER =
  'The server does not respond. Check its address, and that Slipway can reach it: servers in private networks ' +
  'must be allowed by JENKINS_ALLOWED_NETWORKS.';

/**
 * No response: the name does not resolve, its address is not allowed, nothing listens, or nothing answers. Users get
 * the same message in each case, so that nobody can use Slipway to explore the network it runs in. The log contains the
 * reason.
 */
export class UnreachableError extends JenkinsError {
  readonly reason: string;

  constructor(reason: string, mayHaveActed = false) {
    super('unavailable', NO_ANSWER, { mayHaveActed });
    this.reason = reason;
  }
}

/** Statuses of a server that refuses a request without handling it: too busy, or still starting. */
const NOT_HANDLED: ReadonlySet<number> = new Set([429, 503]);

/** The error for an HTTP status other than success. */
export function errorOfStatus(status: number, retryAfterMs: number | null): JenkinsError {
  if (status === 401) return new JenkinsError('unauthorized', 'Jenkins rejects the username or API token (401)');
  if (status === 403) return new JenkinsError('forbidden', 'The user lacks permission in Jenkins (403)');
  if (status === 404) return new JenkinsError('not_found', 'Jenkins has no such job or build (404)');
  if (status === 409) return new JenkinsError('forbidden', 'The job is disabled in Jenkins (409)');
  if (status >= 500 || status === 429 || status === 408)
    return new JenkinsError('unavailable', `Jenkins responds with status ${status}`, {
      retryAfterMs,
      mayHaveActed: !NOT_HANDLED.has(status),
    });
  return new JenkinsError('unexpected', `Jenkins responds with status ${status}, which its API does not use`);
}

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** OpenSSL's codes for a certificate that is not accepted. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)_|ERR_TLS_CERT_)/;

/** The error for a request without a response. Whatever the cause, a later attempt may succeed. */
export function errorOfRequest(error: unknown): JenkinsError {
  const known = findJenkinsError(error);
  if (known !== null) return known;
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  const reason = reasonOf(error);
  // The certificate comes from an allowed server, and the person who configures the server needs to know.
  if (CERTIFICATE.test(reason))
    return new JenkinsError('unavailable', `The server certificate is not trusted (${reason})`);
  return new UnreachableError(reason, !NOT_CONNECTED.has(code) && !CONNECTING.has(syscall));
}

/** The error for an incomplete response. */
export function errorOfResponse(error: unknown): JenkinsError {
  const known = findJenkinsError(error);
  if (known !== null) return known;
  const reason = reasonOf(error);
  const message =
    reason === 'TimeoutError' || reason.includes('TIMEOUT')
      ? 'Jenkins takes too long to respond'
      : `The Jenkins response ended early (${reason})`;
  return new JenkinsError('unavailable', message, { mayHaveActed: true });
}

function findJenkinsError(error: unknown): JenkinsError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof JenkinsError) return cause;
  return null;
}

function reasonOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : String(name);
}
