import { type AddressRules, checkedLookup, refusedAddress } from '@slipway/runtime';
import type { CustomFetch } from 'openid-client';
import { Agent, fetch, type RequestInit } from 'undici';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 512 * 1024;
const SERVER_ERROR = 500;

/** No usable answer: the provider is down, slow, failing, or at an address that is not allowed. */
export class ProviderUnreachableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the identity provider cannot be used: ${reason}`, options);
    this.name = 'ProviderUnreachableError';
  }
}

/** Requests to identity providers, which owners choose: only to allowed addresses, and without following redirects. */
export interface ProviderFetch {
  readonly fetch: CustomFetch;
  close(): Promise<void>;
}

export function createProviderFetch(rules: AddressRules): ProviderFetch {
  const lookup = checkedLookup(rules, (reason) => new ProviderUnreachableError(reason));
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup },
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  async function send(address: string, options: object): Promise<Response> {
    requireAllowed(new URL(address), rules);
    const init = { ...options, redirect: 'manual', dispatcher } as RequestInit;
    const response = await fetch(address, init).catch((error: unknown) => {
      throw new ProviderUnreachableError(String(error), { cause: error });
    });
    if (response.status >= SERVER_ERROR) throw new ProviderUnreachableError(`status ${response.status}`);
    return response as unknown as Response;
  }
  return { fetch: send, close: () => dispatcher.destroy() };
}

/** No lookup happens for an IP address in the URL, so this function checks it. */
function requireAllowed(url: URL, rules: AddressRules): void {
  const reason = refusedAddress(url, rules);
  if (reason !== null) throw new ProviderUnreachableError(reason);
}
