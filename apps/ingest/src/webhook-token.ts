import type { Provider, TokenPlace } from '@slipway/providers';
import { peekPayload } from './body.js';
import { type Refusal, refuse } from './refusal.js';

/** The parts of a request that arrive before its body. */
export interface TokenCarrier {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
}

const TOKEN = /^[0-9a-f]{64}$/i;

/** Finds the webhook token in the provider's headers, then in the query string. An empty value counts as none. */
export function findToken(carrier: TokenCarrier, provider: Provider): string | undefined {
  return readHeaderToken(carrier, provider) || carrier.query.get('token') || undefined;
}

/** Finds the webhook token in a small body. */
export function findBodyToken(body: Buffer, contentType: string, provider: Provider): string | undefined {
  if (!body.includes('token')) return undefined;
  const token = peekPayload(provider, body, contentType)?.['token'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** The token in lower case, or a refusal when it is not a token. */
export function checkToken(sent: string | undefined): string | { refusal: Refusal } {
  if (sent === undefined) return refuse('missing_token');
  return TOKEN.test(sent) ? sent.toLowerCase() : refuse('invalid_token');
}

function readHeaderToken(carrier: TokenCarrier, { tokenPlaces }: Provider): string | undefined {
  for (const place of tokenPlaces) {
    const sent = readPlace(carrier, place);
    if (sent) return sent;
  }
  return undefined;
}

function readPlace({ headers }: TokenCarrier, place: TokenPlace): string | undefined {
  if (place === 'body') return undefined;
  if (place !== 'basic') return headers[place];
  const credentials = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (credentials === undefined) return undefined;
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return decoded.slice(decoded.indexOf(':') + 1);
}
