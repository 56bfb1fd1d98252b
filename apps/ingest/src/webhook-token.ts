import type { TokenPlace } from '@slipway/providers';
import { type Refusal, refuse } from './refusal.js';

/** The parts of a request a token can ride in. */
export interface TokenCarrier {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
}

const TOKEN = /^[0-9a-f]{64}$/i;

/** Finds the webhook token where the provider's senders may put it. A header goes before the query string. */
export function readWebhookToken(
  carrier: TokenCarrier,
  places: readonly TokenPlace[],
): { token: string } | { refusal: Refusal } {
  const sent = places.map((place) => readPlace(carrier, place)).find((token) => token !== undefined);
  const token = sent ?? carrier.query.get('token') ?? undefined;
  if (token === undefined || token === '') return refuse('missing_token');
  return TOKEN.test(token) ? { token: token.toLowerCase() } : refuse('invalid_token');
}

function readPlace({ headers }: TokenCarrier, place: TokenPlace): string | undefined {
  if (place !== 'basic') return headers[place];
  const credentials = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (credentials === undefined) return undefined;
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return decoded.slice(decoded.indexOf(':') + 1);
}
