/**
 * sick: the server is down, starting or slow. denied: it does not know our credentials. forbidden: they do not suffice.
 * missing: it has no such thing. blocked: we must not ask. strange: it does not answer as Jenkins does.
 */
export type ProblemKind = 'sick' | 'denied' | 'forbidden' | 'missing' | 'blocked' | 'strange';

/** An answer that is none. The message may be shown to people: it holds no credentials and no text of the server's. */
export class JenkinsProblem extends Error {
  readonly kind: ProblemKind;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number | null;
  /** Whether what was asked for may have happened all the same: the answer is missing, or somebody else gave it. */
  readonly mayHaveActed: boolean;

  constructor(
    kind: ProblemKind,
    message: string,
    { retryAfterMs = null, mayHaveActed = false }: { retryAfterMs?: number | null; mayHaveActed?: boolean } = {},
  ) {
    super(message);
    this.name = 'JenkinsProblem';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.mayHaveActed = mayHaveActed;
  }
}

const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** Reads `Retry-After`, seconds or a date; null when it says nothing of use. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const waitMs = /^[0-9]{1,9}$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(waitMs) && waitMs > 0 ? Math.min(waitMs, LONGEST_RETRY_AFTER_MS) : null;
}

/** Of these nobody has passed the request on: the server is starting, or has enough to do. */
const TURNED_AWAY: ReadonlySet<number> = new Set([429, 503]);

/** What a status other than success means. */
export function problemOfStatus(status: number, retryAfterMs: number | null): JenkinsProblem {
  if (status === 401) return new JenkinsProblem('denied', 'Jenkins refuses the user name or API token (401)');
  if (status === 403) return new JenkinsProblem('forbidden', 'Jenkins does not let this user read it (403)');
  if (status === 404) return new JenkinsProblem('missing', 'Jenkins has no such job or build (404)');
  if (status >= 500 || status === 429 || status === 408)
    return new JenkinsProblem('sick', `Jenkins answers ${status}`, {
      retryAfterMs,
      mayHaveActed: !TURNED_AWAY.has(status),
    });
  return new JenkinsProblem('strange', `Jenkins answers ${status}, which was not expected`);
}

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** What a connection that failed means: whatever it was, later may be better. */
export function problemOfFailure(error: unknown): JenkinsProblem {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof JenkinsProblem) return cause;
  const { code, name, syscall } = (error ?? {}) as { code?: unknown; name?: unknown; syscall?: unknown };
  const mayHaveActed = !NOT_CONNECTED.has(code) && !CONNECTING.has(syscall);
  const reason = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : String(name);
  if (reason === 'TimeoutError' || reason.includes('TIMEOUT'))
    return new JenkinsProblem('sick', 'Jenkins takes too long to answer', { mayHaveActed });
  return new JenkinsProblem('sick', `Jenkins cannot be reached (${reason})`, { mayHaveActed });
}
