import type { Provider, TokenPlace } from '@slipway/providers';
import { readPayload } from './body.js';
import { type Refusal, refuse } from './refusal.js';

/** The parts of a request a token can ride in. */
export interface TokenCarrier {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

const TOKEN = /^[0-9a-f]{64}$/i;

/**
 * Finds the webhook token where the provider's senders may put it. A header goes before the query string; a place that
 * was left empty counts as none.
 */
export function readWebhookToken(carrier: TokenCarrier, provider: Provider): string | { refusal: Refusal } {
  const token =
    readHeaderToken(carrier, provider) ||
    carrier.query.get('token') ||
    (provider.tokenPlaces.includes('body') ? readBodyToken(carrier, provider) : undefined);
  if (!token) return refuse('missing_token');
  return TOKEN.test(token) ? token.toLowerCase() : refuse('invalid_token');
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

/** The body is read without its provider's trimming, which takes the token out. */
function readBodyToken({ headers, body }: TokenCarrier, provider: Provider): string | undefined {
  const { trim: _, ...untrimmed } = provider;
  const read = readPayload(untrimmed, body, headers['content-type'] ?? '');
  const token = 'refusal' in read ? undefined : read.payload['token'];
  return typeof token === 'string' ? token : undefined;
}
