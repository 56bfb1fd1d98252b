import type { IncomingMessage } from 'node:http';
import { newId } from '@slipway/domain';
import { queryOf } from '@slipway/http';
import { type Provider, providers, type TokenPlace, type WebhookEndpoint } from '@slipway/providers';

export interface ProviderEndpoint {
  readonly provider: Provider;
  readonly endpoint: WebhookEndpoint;
  /** The provider alone: whose tokens may send there. */
  readonly senders: ReadonlySet<string>;
}

export const providerEndpoints: readonly ProviderEndpoint[] = providers.flatMap((provider: Provider) => {
  const senders = new Set<string>([provider.id]);
  return provider.endpoints.map((endpoint) => ({ provider, endpoint, senders }));
});

/** The names that `/webhooks/<name>/verify` confirms: the first path segment of each verifiable provider. */
export const verifiableNames: ReadonlySet<string> = new Set(
  providers
    .filter((provider: Provider) => provider.verifiable)
    .flatMap((provider: Provider) => provider.endpoints.map(({ path }) => path.split('/')[0] ?? path)),
);

/** A webhook request whose body has not been read. */
export interface WebhookRequest {
  /** A UUID, which becomes the id of the delivery. */
  readonly id: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly incoming: IncomingMessage;
  /** Bytes of its body in memory, which count against the budget of all bodies. */
  heldBytes: number;
}

const NO_QUERY = new URLSearchParams();

export function toWebhookRequest(incoming: IncomingMessage, path: string): WebhookRequest {
  const query = queryOf(incoming.url ?? '');
  return {
    id: newId(),
    method: incoming.method ?? '',
    path,
    query: query === '' ? NO_QUERY : new URLSearchParams(query),
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
    incoming,
    heldBytes: 0,
  };
}

/** Finds the webhook token in one of these places, then in the query string. An empty value counts as none. */
export function findToken(request: WebhookRequest, places: readonly TokenPlace[]): string | undefined {
  for (const place of places) {
    const sent = readPlace(request, place);
    if (sent) return sent;
  }
  return request.query.get('token') || undefined;
}

function readPlace({ headers }: WebhookRequest, place: TokenPlace): string | undefined {
  if (place === 'body') return undefined;
  if (place !== 'basic') return headers[place];
  const credentials = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (credentials === undefined) return undefined;
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return decoded.slice(decoded.indexOf(':') + 1);
}
