import type { OutgoingAnswer, OutgoingRequest } from '@slipway/destinations';
import { type AddressRules, checkedLookup, type Resolve, refusalOf, refusedAddress } from '@slipway/runtime';
import { Agent, type Dispatcher } from 'undici';

const REQUEST_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** A request without a response, or with one that cannot be read. Users see the message; the log has the reason. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
  readonly reason: string;

  constructor(
    reason: string,
    // The same whatever the server does, so that nobody can use Slipway to explore the network it runs in.
    message = 'The server does not respond. Check its address, and that Slipway can reach it.',
  ) {
    super(message);
    this.reason = reason;
  }
}

/** A request that was not sent, because the rules refuse the server's address. */
export class RefusedAddressError extends NoAnswerError {
  override name = 'RefusedAddressError';

  constructor(reason: string) {
    super(reason, refusalOf('NOTIFICATION_ALLOWED_NETWORKS'));
  }
}

/** Exchanges JSON with addresses that users entered. */
export interface JsonPoster {
  /** Rejects with a NoAnswerError. Never follows a redirect: it could lead to a private address. */
  post(request: OutgoingRequest): Promise<OutgoingAnswer>;
  close(): Promise<void>;
}

export interface PosterOptions {
  readonly rules: AddressRules;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

/** Checks addresses after name resolution and connects to exactly those. Ignores proxies of the environment. */
export function createJsonPoster({ rules, resolve, timeoutMs = REQUEST_TIMEOUT_MS }: PosterOptions): JsonPoster {
  const agent = new Agent({
    connect: {
      timeout: CONNECT_TIMEOUT_MS,
      lookup: checkedLookup(rules, (reason) => new RefusedAddressError(reason), resolve),
    },
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return {
    async post({ url: address, method = 'POST', headers, body = null, maxAnswerBytes = MAX_ANSWER_BYTES }) {
      const url = new URL(address);
      const refused = refusedAddress(url, rules);
      if (refused !== null) throw new RefusedAddressError(refused);
      try {
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          body,
          headers: {
            ...(body === null ? {} : { 'content-type': 'application/json' }),
            'user-agent': 'slipway',
            'accept-encoding': 'identity',
            ...headers,
          },
          // From the start of the request to the last byte of the answer.
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { ...(await readAnswer(response, maxAnswerBytes)), header: (name) => headerOf(response, name) };
      } catch (error) {
        throw error instanceof NoAnswerError ? error : new NoAnswerError(reasonOf(error));
      }
    },
    close: () => agent.destroy(),
  };
}

async function readAnswer({ statusCode: status, body }: Dispatcher.ResponseData, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early closes the connection. Nothing of interest comes later.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) break;
    chunks.push(chunk);
  }
  return { status, text: Buffer.concat(chunks).toString('utf8') };
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function reasonOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
