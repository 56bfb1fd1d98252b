import type { Provider } from './define-provider.js';
import { providers } from './registry.js';
import type { UnsignedWebhook } from './test-event.js';

export interface SignedWebhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SenderCredentials {
  readonly token: string;
  readonly secret?: string | undefined;
  /** The address with which the webhook was created; the Trello and monday signatures cover it. */
  readonly callbackUrl?: string | undefined;
}

/** Signs a request as its tool does, and puts the token into the provider's own header. */
export function signRequest(
  providerId: string,
  request: UnsignedWebhook,
  credentials: SenderCredentials,
  now: number,
): SignedWebhook {
  const provider = providers.find(({ id }) => id === providerId) as Provider | undefined;
  const { token, secret, callbackUrl } = credentials;
  const scheme = provider?.endpoints.find(({ path }) => path === request.path)?.signature ?? provider?.signature;
  const body = JSON.stringify(request.body);
  const config = callbackUrl === undefined ? {} : { callback_url: callbackUrl };
  const signature = secret && scheme ? scheme.sign({ body, secret, config, token, now }) : {};
  const place = provider?.tokenPlaces.find((name) => name.startsWith('x-')) ?? 'x-service-token';
  return {
    path: request.path,
    headers: { 'content-type': 'application/json', [place]: token, ...request.headers, ...signature },
    body,
  };
}
