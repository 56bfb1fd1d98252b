import { hmac } from './hmac.js';
import type { SignatureScheme } from './scheme.js';

export interface FreshBodyHmacOptions {
  readonly header: string;
  /** The field of the body with the time of sending in epoch milliseconds. */
  readonly timestampField: string;
  readonly toleranceMs: number;
}

/** An HMAC over a body that contains its time of sending; the signature covers the time too. */
export function freshBodyHmac({ header, timestampField, toleranceMs }: FreshBodyHmacOptions): SignatureScheme {
  const signature = hmac({ header });
  return {
    name: 'hmac-sha256-fresh-body',
    required: false,
    verify(request) {
      const problem = signature.verify(request);
      if (problem !== null) return problem;
      const sentAt = readField(request.rawBody, timestampField);
      if (typeof sentAt !== 'number') return `The body has no ${timestampField}.`;
      return Math.abs(request.now - sentAt) <= toleranceMs
        ? null
        : `The signature is stale: see ${timestampField}.`;
    },
    sign: signature.sign,
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
