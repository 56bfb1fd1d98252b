import { type Client, createClient } from '@slipway/client';
import { API_TIMEOUT_MS } from './limits.js';

export interface ClientOptions {
  readonly apiUrl: string;
  readonly token: string;
  /** Headers that name the caller to the API. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called when the API refuses the token. */
  onUnauthorized?(): void;
}

/** Wait only briefly when throttled; beyond that, the model should decide what to do instead. */
const RETRY = { attempts: 3, maxWaitMs: 10_000 };

/** A client for one caller of the MCP server. */
export function openClient({ apiUrl, token, headers, onUnauthorized }: ClientOptions): Client {
  return createClient({
    baseUrl: apiUrl,
    token,
    timeoutMs: API_TIMEOUT_MS,
    retry: RETRY,
    headers: { 'user-agent': 'slipway-mcp', ...headers },
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (response.status === 401) onUnauthorized?.();
      return response;
    },
  });
}
