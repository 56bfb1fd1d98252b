import { digestsEqual, hmacDigest } from './hmac.js';
import type { Headers, SignatureScheme } from './scheme.js';

/** The specification's header names, and those of the service it comes from. */
const FAMILIES = ['webhook', 'svix'] as const;
const SECRET_PREFIX = 'whsec_';
const TOLERANCE_MS = 5 * 60_000;

/**
 * The keys a secret may stand for. Behind `whsec_` comes base64; of a secret without it senders differ, and either
 * reading proves that the sender knows it.
 */
function keysOf(secret: string): Buffer[] {
  const prefixed = secret.startsWith(SECRET_PREFIX);
  const decoded = Buffer.from(prefixed ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  return (prefixed ? [decoded] : [decoded, Buffer.from(secret)]).filter((key) => key.length > 0);
}

/** `v1,<base64>` entries, separated by blanks: one for each secret the sender has active. */
function signaturesIn(header: string): Buffer[] {
  return header
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length)));
}

const signedFamily = (headers: Headers) => FAMILIES.find((name) => headers[`${name}-signature`] !== undefined);

/** The id of the message: the one that is signed, where both families have one. */
export function messageId(headers: Headers): string | null {
  const family = signedFamily(headers) ?? FAMILIES.find((name) => headers[`${name}-id`]);
  return family === undefined ? null : headers[`${family}-id`] || null;
}

/** Id, time and body signed together: https://www.standardwebhooks.com. */
export function standardWebhooks(): SignatureScheme {
  return {
    name: 'standard-webhooks',
    required: false,
    verify({ headers, rawBody, secrets, now }) {
      const family = signedFamily(headers);
      if (family === undefined) return 'The webhook-signature header is missing.';
      const id = headers[`${family}-id`] ?? '';
      const timestamp = headers[`${family}-timestamp`] ?? '';
      if (id === '') return `The ${family}-id header is missing.`;
      if (!/^[0-9]{1,12}$/.test(timestamp)) return `The ${family}-timestamp header is not a time in seconds.`;
      if (Math.abs(now - Number(timestamp) * 1000) > TOLERANCE_MS) {
        return 'The signature is stale: its time is more than 5 minutes away.';
      }
      const given = signaturesIn(headers[`${family}-signature`] ?? '');
      const expected = secrets
        .flatMap(keysOf)
        .map((key) => hmacDigest('sha256', key, [`${id}.${timestamp}.`, rawBody]).toString('base64'));
      const holds = expected.some((digest) => given.some((one) => digestsEqual(one, Buffer.from(digest))));
      return holds ? null : 'The signature does not match.';
    },
  };
}
