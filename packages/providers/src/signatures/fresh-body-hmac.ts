import { hmac } from './hmac.js';
import type { SignatureScheme } from './scheme.js';
import { timeProblem } from './scheme.js';

export interface FreshBodyHmacOptions {
  readonly header: string;
  /** The body field that contains the time of sending in epoch milliseconds. */
  readonly timestampField: string;
}

/** An HMAC over a body that contains its time of sending, so that the time is signed too. Without it, a body is refused. */
export function freshBodyHmac({ header, timestampField }: FreshBodyHmacOptions): SignatureScheme {
  const signature = hmac({ header });
  return {
    ...signature,
    name: 'hmac-sha256-fresh-body',
    timeIn: `\`${timestampField}\` in the body`,
    verify(request) {
      const problem = signature.verify(request);
      if (problem !== null) return problem;
      const sentAt = readField(request.rawBody, timestampField);
      return typeof sentAt === 'number' ? timeProblem(sentAt, request) : `The body has no ${timestampField}.`;
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
