import { hmac } from './hmac.js';
import type { SignatureScheme } from './scheme.js';

export interface FreshBodyHmacOptions {
  readonly header: string;
  /** The body's own field that tells when it was sent, epoch milliseconds. */
  readonly timestampField: string;
  readonly toleranceMs: number;
}

/** An HMAC over a body that tells when it was sent: the time is believed because it is signed. */
export function freshBodyHmac({ header, timestampField, toleranceMs }: FreshBodyHmacOptions): SignatureScheme {
  const signature = hmac({ header });
  return {
    name: 'hmac-sha256-fresh-body',
    required: false,
    verify(request) {
      const problem = signature.verify(request);
      if (problem !== null) return problem;
      const sentAt = readField(request.rawBody, timestampField);
      if (typeof sentAt !== 'number') return `The body does not tell its ${timestampField}.`;
      return Math.abs(request.now - sentAt) <= toleranceMs
        ? null
        : `The signature is stale: see ${timestampField}.`;
    },
  };
}

function readField(body: Buffer, field: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, field)
      ? parsed[field as keyof typeof parsed]
      : undefined;
  } catch {
    return undefined;
  }
}
