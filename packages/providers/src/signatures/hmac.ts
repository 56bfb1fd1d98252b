import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureCheck, SignatureScheme } from './scheme.js';

export interface HmacOptions {
  readonly header: string;
  /** The text before the digest in the header, such as `sha256=`. */
  readonly prefix?: string;
  readonly algorithm?: 'sha256' | 'sha1';
  readonly encoding?: 'hex' | 'base64';
  readonly checked?: SignatureCheck;
}

/** Compares digests in constant time; their length is not secret. */
export function digestsEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function hmacDigest(
  algorithm: string,
  secret: string | Buffer,
  parts: readonly (string | Buffer)[],
): Buffer {
  const hmac = createHmac(algorithm, secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** A header with an HMAC over the raw body. */
export function hmac(options: HmacOptions): SignatureScheme {
  const { header, prefix = '', algorithm = 'sha256', encoding = 'hex', checked = 'with_secret' } = options;
  const form = encoding === 'hex' ? /^[0-9a-fA-F]+$/ : /^[A-Za-z0-9+/]+={0,2}$/;
  return {
    name: `hmac-${algorithm}`,
    checked,
    header,
    covers: ['body'],
    timeIn: null,
    verify(request) {
      const sent = request.headers[header];
      if (sent === undefined) return `The ${header} header is missing.`;
      const text = sent.startsWith(prefix) ? sent.slice(prefix.length) : '';
      if (!form.test(text)) return `The ${header} header is not a signature.`;
      const given = Buffer.from(text, encoding);
      const matches = request.secrets
        .filter((secret) => secret !== '')
        .some((secret) => digestsEqual(given, hmacDigest(algorithm, secret, [request.rawBody])));
      return matches ? null : 'The signature does not match.';
    },
    sign: ({ body, secret }) => ({ [header]: prefix + hmacDigest(algorithm, secret, [body]).toString(encoding) }),
  };
}
