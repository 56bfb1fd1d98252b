import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import type { CallArguments, CallOptions } from './call-options.js';
import { type Answer, ConnectionError, SlipwayError, UnreadableAnswerError } from './errors.js';
import { type LooseOptions, type WireRequest, writeRequest } from './request.js';
import { DEFAULT_RETRY, NO_RETRY, type RetryPolicy, waitAfter } from './retry.js';

export interface ClientOptions {
  readonly baseUrl: string;
  /** Without one, only what needs none can be called. */
  readonly token?: string;
  /** How long one try may take. */
  readonly timeoutMs?: number;
  /** What is retried by itself: throttled requests, and what can be repeated safely. `false` for nothing. */
  readonly retry?: Partial<RetryPolicy> | false;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** How time passes between tries. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

interface CursorPage {
  readonly pagination: { readonly next_cursor: string | null };
}

/** A client of the REST API. Every endpoint of the contracts can be called; answers are typed by them. */
export interface Client {
  /** Throws a SlipwayError for an answer other than success, a ConnectionError when there was none. */
  call<const C extends EndpointContract>(contract: C, ...options: CallArguments<C>): Promise<ResponseOf<C>>;
  /** Every row of a keyset list, reading page after page as they are asked for. */
  paginate<const C extends EndpointContract, Row>(
    contract: ResponseOf<C> extends CursorPage ? C : never,
    options: CallOptions<C>,
    pick: (page: ResponseOf<C>) => readonly Row[],
  ): AsyncGenerator<Row, void, undefined>;
}

const TIMEOUT_MS = 30_000;

/** Makes a client for one service and token. */
export function createClient(options: ClientOptions): Client {
  const retry = options.retry === false ? NO_RETRY : { ...DEFAULT_RETRY, ...options.retry };
  const wait = options.wait ?? delay;

  async function call(contract: EndpointContract, sent: LooseOptions = {}): Promise<unknown> {
    const request = writeRequest(contract, sent);
    const isRepeatable = contract.method === 'GET' || sent.idempotencyKey !== undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return readAnswer(await exchange(request, options, sent.signal));
      } catch (error) {
        const pauseMs = waitAfter({ error, attempt, isRepeatable }, retry);
        if (pauseMs === null || sent.signal?.aborted) throw error;
        await wait(pauseMs, sent.signal);
      }
    }
  }

  async function* paginate(
    contract: EndpointContract,
    sent: LooseOptions,
    pick: (page: never) => readonly unknown[],
  ) {
    for (let cursor: unknown = sent.query?.['cursor']; cursor !== null; ) {
      const page = await call(contract, { ...sent, query: { ...sent.query, cursor } });
      yield* pick(page as never);
      cursor = (page as CursorPage).pagination.next_cursor;
    }
  }

  return { call, paginate } as unknown as Client;
}

async function exchange(
  { method, path, headers, body }: WireRequest,
  { baseUrl, token, timeoutMs = TIMEOUT_MS, headers: extra, fetch: send = fetch }: ClientOptions,
  signal?: AbortSignal,
): Promise<Answer> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(baseUrl.replace(/\/+$/, '') + path, {
      method,
      headers: { ...extra, ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? '',
      retryAfterSeconds: readSeconds(response.headers.get('retry-after')),
      text: await response.text(),
    };
  } catch (error) {
    // Who gave up knows why; that is no failure of the connection.
    if (signal?.aborted) throw error;
    const what = limit.aborted ? `gave no answer within ${timeoutMs} ms` : 'cannot be reached';
    throw new ConnectionError(`${baseUrl} ${what}`, { cause: error });
  }
}

function readSeconds(header: string | null): number | undefined {
  return header !== null && /^[0-9]+$/.test(header) ? Number(header) : undefined;
}

function readAnswer(answer: Answer): unknown {
  if (answer.status < 200 || answer.status > 299) throw new SlipwayError(answer);
  try {
    return JSON.parse(answer.text);
  } catch (error) {
    throw new UnreadableAnswerError('The answer is not JSON: is this the address of the service?', {
      cause: error,
    });
  }
}

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
