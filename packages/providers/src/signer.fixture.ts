import { createHmac } from 'node:crypto';

/** The values that a sender signs or signs with. */
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

/** How a tool signs, for tests. Written from the tool's documentation, independently of the code under test. */
export interface Signer {
  /** Returns the signature headers by lowercase name. */
  sign(input: SigningInput): Record<string, string>;
  /** Writes the time of sending into the body, if the tool does. */
  stamp?(body: string, now: number): string;
}

type Part = string | Buffer;

export function digest(algorithm: 'sha256' | 'sha1', key: Part, ...parts: readonly Part[]): Buffer {
  const hmac = createHmac(algorithm, key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** `sha256=<hex>` over the body, in the given header. */
export function prefixedHex(header: string): Signer['sign'] {
  return ({ body, secret }) => ({ [header]: `sha256=${digest('sha256', secret, body).toString('hex')}` });
}

/** Only the hex digest over the body. */
export function bareHex(header: string): Signer['sign'] {
  return ({ body, secret }) => ({ [header]: digest('sha256', secret, body).toString('hex') });
}

export function seconds(millis: number): number {
  return Math.floor(millis / 1000);
}
