import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import {
  ConnectionError,
  InvalidResponseError,
  RedirectError,
  SlipwayError,
  type WireResponse,
} from './errors.js';
import {
  type CallArguments,
  type CallOptions,
  type LooseOptions,
  type WireRequest,
  writeRequest,
} from './request.js';

export interface RetryPolicy {
  /** Attempts in total; 1 turns retries off. */
  readonly attempts: number;
  /** If the service asks for a longer wait than this, the client throws instead of waiting. */
  readonly maxWaitMs: number;
}

const DEFAULT_RETRY: RetryPolicy = { attempts: 3, maxWaitMs: 20_000 };
const NO_RETRY: RetryPolicy = { attempts: 1, maxWaitMs: 0 };

const FIRST_WAIT_MS = 500;

export interface FailedAttempt {
  readonly error: unknown;
  /** Counted from 1. */
  readonly attempt: number;
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly isRepeatable: boolean;
}

/** How long to wait before the next attempt; null if the request should not be repeated. */
function waitAfter({ error, attempt, isRepeatable }: FailedAttempt, policy: RetryPolicy): number | null {
  if (attempt >= policy.attempts || !canRetry(error, isRepeatable)) return null;
  const retryAfter = error instanceof SlipwayError ? error.retryAfterSeconds : undefined;
  const wait = retryAfter === undefined ? FIRST_WAIT_MS * 2 ** (attempt - 1) : retryAfter * 1_000;
  return wait <= policy.maxWaitMs ? wait : null;
}

/** A throttled request had no effect. After any other failure this is unknown, so the request must be repeatable. */
function canRetry(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof SlipwayError && error.status === 429) return true;
  return (
    isRepeatable && (error instanceof ConnectionError || (error instanceof SlipwayError && error.status === 503))
  );
}

export interface ClientOptions {
  readonly baseUrl: string;
  /** Without a token, only public endpoints can be called. */
  readonly token?: string;
  readonly timeoutMs?: number;
  /** Retries throttled requests and requests that are safe to repeat; `false` turns retries off. */
  readonly retry?: Partial<RetryPolicy> | false;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** Waits between attempts; tests replace it. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

interface CursorPage {
  readonly pagination: { readonly next_cursor: string | null };
}

type CursorPageOf<C extends EndpointContract> = ResponseOf<C> & CursorPage;

/** A client for the REST API. It can call every endpoint in the contracts, which also type the responses. */
export interface Client {
  /** Throws a SlipwayError for an error response, a RedirectError for a redirect, and a ConnectionError for none. */
  call<const C extends EndpointContract>(contract: C, ...options: CallArguments<C>): Promise<ResponseOf<C>>;
  /** Iterates over every row of a keyset list, reading the next page once the previous one is used up. */
  paginate<const C extends EndpointContract, Row>(
    contract: ResponseOf<C> extends CursorPage ? C : never,
    options: CallOptions<C>,
    pick: (page: ResponseOf<C>) => readonly Row[],
  ): AsyncGenerator<Row, void, undefined>;
}

const TIMEOUT_MS = 30_000;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

export function createClient(options: ClientOptions): Client {
  const retry = options.retry === false ? NO_RETRY : { ...DEFAULT_RETRY, ...options.retry };
  const wait = options.wait ?? delay;

  async function send(contract: EndpointContract, sent: LooseOptions = {}): Promise<unknown> {
    const request = writeRequest(contract, sent);
    const isRepeatable = contract.method === 'GET' || sent.idempotencyKey !== undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await exchange(request, options, sent.signal);
        const body = readBody(response, options);
        sent.onStatus?.(response.status);
        return body;
      } catch (error) {
        const pauseMs = waitAfter({ error, attempt, isRepeatable }, retry);
        if (pauseMs === null || sent.signal?.aborted) throw error;
        await wait(pauseMs, sent.signal);
      }
    }
  }

  return {
    async call<const C extends EndpointContract>(contract: C, ...[sent]: CallArguments<C>) {
      return (await send(contract, sent)) as ResponseOf<C>;
    },
    async *paginate(contract, sent: LooseOptions, pick) {
      for (let cursor: unknown = sent.query?.['cursor']; cursor !== null; ) {
        const request = { ...sent, query: { ...sent.query, cursor } };
        const page = (await send(contract, request)) as CursorPageOf<typeof contract>;
        yield* pick(page);
        cursor = page.pagination.next_cursor;
      }
    },
  };
}

async function exchange(
  { method, path, headers, body }: WireRequest,
  { baseUrl, token, timeoutMs = TIMEOUT_MS, headers: extra, fetch: send = fetch }: ClientOptions,
  signal?: AbortSignal,
): Promise<WireResponse> {
  // The timer of AbortSignal.timeout does not keep Node.js alive: if a request's connection closes immediately, the
  // process would end without an error.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const response = await send(baseUrl.replace(/\/+$/, '') + path, {
      method,
      headers: { ...extra, ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    });
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? '',
      retryAfterSeconds: readSeconds(response.headers.get('retry-after')),
      redirectsTo: redirectOf(response),
      text: await response.text(),
    };
  } catch (error) {
    // The caller aborted the request; the connection did not fail.
    if (signal?.aborted) throw error;
    const what = limit.signal.aborted ? `did not respond within ${timeoutMs} ms` : 'cannot be reached';
    throw new ConnectionError(`${baseUrl} ${what}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function readSeconds(header: string | null): number | undefined {
  return header !== null && /^[0-9]+$/.test(header) ? Number(header) : undefined;
}

/** Where a redirect leads; null for any other response. Browsers do not disclose the address. */
function redirectOf({ type, status, headers }: Response): string | null {
  if (type !== 'opaqueredirect' && !REDIRECTS.includes(status)) return null;
  return headers.get('location') ?? 'another address';
}

function readBody(response: WireResponse, { baseUrl }: ClientOptions): unknown {
  if (response.redirectsTo !== null)
    throw new RedirectError(
      `${baseUrl} redirects to ${response.redirectsTo}. Redirects are not followed: give the address of the service itself.`,
    );
  if (response.status < 200 || response.status > 299) throw new SlipwayError(response);
  try {
    return JSON.parse(response.text);
  } catch (error) {
    throw new InvalidResponseError('The response is not JSON. Is this the address of the service?', {
      cause: error,
    });
  }
}

/** Browsers run this too, so it cannot use node:timers/promises. */
function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
