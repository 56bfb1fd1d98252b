import { createHash } from 'node:crypto';
import { type Client, ConnectionError, InvalidResponseError, SlipwayError } from '@slipway/client';
import { getAuthContext } from '@slipway/contracts';
import { ApiError } from '@slipway/http';
import { LRUCache } from 'lru-cache';
import { ACCESS_CACHE_SIZE, ACCESS_TTL_MS } from './limits.js';

export interface AccessLookup {
  /** The scopes of a token; null if the API refuses it. */
  scopesOf(token: string, client: Client, how: LookupOptions): Promise<readonly string[] | null>;
  /** Forgets a token that the API has refused. */
  forget(token: string): void;
}

export interface LookupOptions {
  readonly signal: AbortSignal;
  /** Whether a cached answer is enough, because the request itself calls the API, which checks the token again. */
  readonly mayRemember: boolean;
}

const OUTAGE_RETRY_SECONDS = 5;

/** Asks the API and caches the answer for a few seconds by the token's hash. */
export function createAccessLookup(): AccessLookup {
  const known = new LRUCache<string, readonly string[]>({ max: ACCESS_CACHE_SIZE, ttl: ACCESS_TTL_MS });
  return {
    async scopesOf(token, client, { signal, mayRemember }) {
      const key = hash(token);
      const remembered = mayRemember ? known.get(key) : undefined;
      if (remembered !== undefined) return remembered;
      const scopes = await askApi(client, signal);
      if (scopes !== null) known.set(key, scopes);
      return scopes;
    },
    forget: (token) => void known.delete(hash(token)),
  };
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

async function askApi(client: Client, signal: AbortSignal): Promise<readonly string[] | null> {
  try {
    return (await client.call(getAuthContext, { signal })).scopes;
  } catch (error) {
    if (error instanceof SlipwayError && error.status === 401) return null;
    throw toApiError(error);
  }
}

function toApiError(error: unknown): unknown {
  if (error instanceof SlipwayError && error.status === 429)
    return new ApiError('rate_limited', { retryAfterSeconds: error.retryAfterSeconds ?? OUTAGE_RETRY_SECONDS });
  if (error instanceof SlipwayError && error.code === 'network_not_allowed')
    return new ApiError('network_not_allowed', {
      message: error.message,
      extra: { ip_address: error.body['ip_address'] },
    });
  const isOutage =
    error instanceof ConnectionError ||
    error instanceof InvalidResponseError ||
    (error instanceof SlipwayError && error.status >= 500);
  if (!isOutage) return error;
  const message = 'The API cannot be reached right now.';
  return new ApiError('unavailable', { message, retryAfterSeconds: OUTAGE_RETRY_SECONDS, cause: error });
}
