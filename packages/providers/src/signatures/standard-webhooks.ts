import { randomUUID } from 'node:crypto';
import { digestsEqual, hmacDigest } from './hmac.js';
import type { Headers, SignatureScheme } from './scheme.js';
import { timeProblem } from './scheme.js';

/** Header prefixes: that of the specification, and that of the service from which it originates. */
const FAMILIES = ['webhook', 'svix'] as const;
const SECRET_PREFIX = 'whsec_';

/**
 * The possible keys of a secret. `whsec_` precedes base64. Without the prefix, senders differ, and either
 * interpretation proves that the sender knows the secret.
 */
function keysOf(secret: string): Buffer[] {
  const prefixed = secret.startsWith(SECRET_PREFIX);
  const decoded = Buffer.from(prefixed ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  return (prefixed ? [decoded] : [decoded, Buffer.from(secret)]).filter((key) => key.length > 0);
}

/** Reads `v1,<base64>` entries separated by spaces, one for each active secret of the sender. */
function signaturesIn(header: string): Buffer[] {
  return header
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length)));
}

const signedFamily = (headers: Headers) => FAMILIES.find((name) => headers[`${name}-signature`] !== undefined);

/** The message id; the signed one if both families have one. */
export function messageId(headers: Headers): string | null {
  const family = signedFamily(headers) ?? FAMILIES.find((name) => headers[`${name}-id`]);
  return family === undefined ? null : headers[`${family}-id`] || null;
}

/** A signature over id, time and body: https://www.standardwebhooks.com. */
export function standardWebhooks(): SignatureScheme {
  return {
    name: 'standard-webhooks',
    checked: 'with_secret',
    header: 'webhook-signature',
    covers: ['id', 'time', 'body'],
    timeIn: '`webhook-timestamp`',
    verify({ headers, rawBody, secrets, now, toleranceMs }) {
      const family = signedFamily(headers);
      if (family === undefined) return 'The webhook-signature header is missing.';
      const id = headers[`${family}-id`] ?? '';
      const timestamp = headers[`${family}-timestamp`] ?? '';
      if (id === '') return `The ${family}-id header is missing.`;
      if (!/^[0-9]{1,12}$/.test(timestamp)) return `The ${family}-timestamp header is not a time in seconds.`;
      const stale = timeProblem(Number(timestamp) * 1000, { now, toleranceMs });
      if (stale !== null) return stale;
      const given = signaturesIn(headers[`${family}-signature`] ?? '');
      const expected = secrets
        .flatMap(keysOf)
        .map((key) => hmacDigest('sha256', key, [`${id}.${timestamp}.`, rawBody]).toString('base64'));
      const matches = expected.some((digest) => given.some((entry) => digestsEqual(entry, Buffer.from(digest))));
      return matches ? null : 'The signature does not match.';
    },
    sign({ body, secret, now }) {
      const id = `msg_${randomUUID()}`;
      const timestamp = String(Math.floor(now / 1000));
      const [key = Buffer.from(secret)] = keysOf(secret);
      const digest = hmacDigest('sha256', key, [`${id}.${timestamp}.`, body]).toString('base64');
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
    },
  };
}
