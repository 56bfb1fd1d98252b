import { digestsEqual, hmacDigest } from './hmac.js';
import type { SignatureCheck, SignatureScheme, SignedRequest } from './scheme.js';
import { timeProblem } from './scheme.js';

export interface TimestampedHmacOptions {
  readonly header: string;
  readonly checked?: SignatureCheck;
  /** A hint for an unsigned request; null if there is none. */
  readonly hint?: (request: SignedRequest) => string | null;
}

interface Sent {
  /** The original text, because it is signed. */
  readonly timestamp: string;
  readonly digest: Buffer;
}

/** Reads `timestamp=1619071700,signature=<hex>`, in any order and among other parts. */
function parse(header: string): Sent | null {
  const parts = new Map<string, string>();
  for (const part of header.split(',')) {
    const equals = part.indexOf('=');
    if (equals > 0) parts.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  const timestamp = parts.get('timestamp') ?? '';
  const signature = parts.get('signature') ?? '';
  if (!/^[0-9]{1,12}$/.test(timestamp) || !/^[0-9a-fA-F]{64}$/.test(signature)) return null;
  return { timestamp, digest: Buffer.from(signature, 'hex') };
}

/** An HMAC-SHA256 over `<timestamp>.<body>`; the header also contains the timestamp in epoch seconds. */
export function timestampedHmac(options: TimestampedHmacOptions): SignatureScheme {
  const { header, checked = 'with_secret', hint } = options;
  return {
    name: 'timestamped-hmac',
    checked,
    header,
    covers: ['time', 'body'],
    timeIn: '`timestamp` in the header',
    verify(request) {
      const text = request.headers[header];
      if (text === undefined) return hint?.(request) ?? `The ${header} header is missing.`;
      const sent = parse(text);
      if (sent === null) return `The ${header} header is not of the form timestamp=<seconds>,signature=<hex>.`;
      const matches = request.secrets
        .filter((secret) => secret !== '')
        .some((secret) =>
          digestsEqual(sent.digest, hmacDigest('sha256', secret, [sent.timestamp, '.', request.rawBody])),
        );
      return matches ? timeProblem(Number(sent.timestamp) * 1000, request) : 'The signature does not match.';
    },
    sign({ body, secret, now }) {
      const timestamp = String(Math.floor(now / 1000));
      const signature = hmacDigest('sha256', secret, [timestamp, '.', body]).toString('hex');
      return { [header]: `timestamp=${timestamp},signature=${signature}` };
    },
  };
}
