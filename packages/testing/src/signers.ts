import { createHmac } from 'node:crypto';

/** What a sender signs with. */
export interface SigningInput {
  /** The body exactly as sent. */
  readonly body: string | Buffer;
  readonly secret: string;
  /** The sender's clock, in epoch milliseconds. */
  readonly now: number;
  /** The URL of the webhook with its query string; Trello and monday sign it. */
  readonly callbackUrl?: string;
  /** The message id, for schemes that sign one. */
  readonly messageId?: string;
}

/** Returns the signature headers by lower-case name. */
export type Signer = (input: SigningInput) => Record<string, string>;

type Part = string | Buffer;

function digest(algorithm: 'sha256' | 'sha1', key: Part, ...parts: readonly Part[]): Buffer {
  const hmac = createHmac(algorithm, key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** `sha256=<hex>` over the body, in the given header. */
function prefixedHex(header: string): Signer {
  return ({ body, secret }) => ({ [header]: `sha256=${digest('sha256', secret, body).toString('hex')}` });
}

/** The hex digest alone, over the body. */
function bareHex(header: string): Signer {
  return ({ body, secret }) => ({ [header]: digest('sha256', secret, body).toString('hex') });
}

function seconds(millis: number): number {
  return Math.floor(millis / 1000);
}

/** Signs the time of sending together with the body. */
function signBuildkite({ body, secret, now }: SigningInput) {
  const timestamp = String(seconds(now));
  const signature = digest('sha256', secret, timestamp, '.', body).toString('hex');
  return { 'x-buildkite-signature': `timestamp=${timestamp},signature=${signature}` };
}

/** SHA-1 over the body followed by the callback address, with the application's secret. */
function signTrello({ body, secret, callbackUrl = '' }: SigningInput) {
  return { 'x-trello-webhook': digest('sha1', secret, body, callbackUrl).toString('base64') };
}

const MONDAY_LIFETIME_SECONDS = 5 * 60;

/** A JSON Web Token (HS256) about the address, not about the body. */
function signMonday({ secret, now, callbackUrl = '' }: SigningInput) {
  const issuedAt = seconds(now);
  const claims = {
    accountId: 1,
    userId: 2,
    aud: callbackUrl,
    iat: issuedAt,
    exp: issuedAt + MONDAY_LIFETIME_SECONDS,
  };
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return { authorization: `${signed}.${digest('sha256', secret, signed).toString('base64url')}` };
}

/** Standard Webhooks: id, time and body under the key that follows `whsec_` in base64. */
function signStandardWebhook({ body, secret, now, messageId = 'msg_1' }: SigningInput) {
  const timestamp = String(seconds(now));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = digest('sha256', key, `${messageId}.${timestamp}.`, body).toString('base64');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/**
 * How each provider signs. Written from the providers' documentation and independent of the verification code, which
 * tests check with it.
 */
export const signers = {
  /** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
  github: prefixedHex('x-hub-signature-256'),
  /** https://buildkite.com/docs/apis/webhooks/pipelines */
  buildkite: signBuildkite,
  /** Our own scheme for /webhooks/jenkins/build_notification. */
  jenkins: prefixedHex('x-jenkins-signature'),
  /** https://developer.atlassian.com/cloud/jira/platform/webhooks/ */
  jira: prefixedHex('x-hub-signature'),
  /** https://linear.app/developers/webhooks; the time of sending is the body's `webhookTimestamp`. */
  linear: bareHex('linear-signature'),
  /** https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/ */
  trello: signTrello,
  /** https://developers.asana.com/docs/webhooks-guide; the secret is the one of the handshake. */
  asana: bareHex('x-hook-signature'),
  /** https://developer.monday.com/apps/docs/authorization-header */
  monday: signMonday,
  /** https://www.standardwebhooks.com; the form of Diversion's `whsec_` secrets. */
  diversion: signStandardWebhook,
} as const satisfies Readonly<Record<string, Signer>>;
