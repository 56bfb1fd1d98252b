import { digestsEqual, hmacDigest } from './hmac.js';
import type { SignatureProblem, SignatureScheme, SignedRequest } from './scheme.js';
import { timeProblem } from './scheme.js';

/** How long after its expiry a token is still accepted, because clocks differ. */
const LEEWAY_MS = 30_000;
const LIFETIME_SECONDS = 5 * 60;

/**
 * A JSON Web Token in a header, HS256 only: the token must not choose the algorithm. It authenticates the sender and
 * the address, not the body. Libraries for this are asynchronous or have a dozen dependencies, and only an HMAC and two
 * claims of RFC 7519 are needed.
 */
export function jwtHs256(header: string): SignatureScheme {
  return {
    name: 'jwt-hs256',
    checked: 'with_secret',
    header,
    covers: ['claims'],
    timeIn: '`iat`',
    verify(request) {
      const { headers, secrets } = request;
      const sent = headers[header];
      if (sent === undefined) return `The ${header} header is missing.`;
      const [head = '', body = '', signature = '', ...rest] = sent.replace(/^Bearer +/i, '').split('.');
      const { alg } = decode(head) ?? {};
      if (rest.length > 0 || alg !== 'HS256') return `The ${header} header is not an HS256 token.`;
      const given = Buffer.from(signature);
      const matches = secrets
        .filter((secret) => secret !== '')
        .map((secret) => hmacDigest('sha256', secret, [`${head}.${body}`]).toString('base64url'))
        .some((digest) => digestsEqual(given, Buffer.from(digest)));
      return matches ? claimsProblem(decode(body) ?? {}, request) : 'The signature does not match.';
    },
    sign({ secret, config, now }) {
      const issuedAt = Math.floor(now / 1000);
      const claims = { aud: config['callback_url'], iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS };
      const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return { [header]: `${signed}.${hmacDigest('sha256', secret, [signed]).toString('base64url')}` };
    },
  };
}

function decode(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}

/**
 * The expiry is the sender's own limit. A token whose lifetime exceeds the tolerance becomes stale before it expires.
 */
function claimsProblem(
  { iat, exp, nbf, aud }: Readonly<Record<string, unknown>>,
  request: SignedRequest,
): SignatureProblem {
  const { now, config } = request;
  if (typeof exp !== 'number') return 'The token has no expiry.';
  if (now > exp * 1000 + LEEWAY_MS) return 'The token has expired.';
  if (typeof nbf === 'number' && now < nbf * 1000 - LEEWAY_MS) return 'The token is not valid yet.';
  const stale = typeof iat === 'number' ? timeProblem(iat * 1000, request) : null;
  if (stale !== null) return stale;
  const expected = addressOf(config['callback_url']);
  if (expected === null) return null;
  const audiences = Array.isArray(aud) ? aud : [aud];
  return audiences.some((audience) => addressOf(audience) === expected)
    ? null
    : 'The token was issued for another address.';
}

/** An address without its query string: the webhook token in it is checked separately. */
function addressOf(url: unknown): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
