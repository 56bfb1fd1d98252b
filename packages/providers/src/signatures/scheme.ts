export type Headers = Readonly<Record<string, string | undefined>>;

export interface SignedRequest {
  readonly headers: Headers;
  /** The body before any decoding except the transfer encoding. */
  readonly rawBody: Buffer;
  /** Every active secret. During a rotation, any of them may match. */
  readonly secrets: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  /** The request's webhook token, for schemes that sign the address. */
  readonly token?: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The largest difference between the time of signing and now. */
  readonly toleranceMs: number;
}

/** Null if the signature is valid; otherwise the reason, which the sender sees and which contains no secret. */
export type SignatureProblem = string | null;

/** A request that Slipway signs as the sender would, to test an integration. */
export interface UnsignedRequest {
  readonly body: string;
  readonly secret: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly token: string;
  readonly now: number;
}

/**
 * When signatures are checked, unless the integration requires them: on every request, on every request while there is a
 * secret, or while there is a secret on requests that have a signature.
 */
export type SignatureCheck = 'always' | 'with_secret' | 'if_sent';

/** `callback_url` is the address with which the webhook was created; `claims` are those of a token about the sender. */
export type SignedPart = 'body' | 'callback_url' | 'claims' | 'id' | 'time';

/** A way to authenticate the sender of a request. */
export interface SignatureScheme {
  readonly name: string;
  readonly checked: SignatureCheck;
  readonly header: string;
  readonly covers: readonly SignedPart[];
  /** Where the time of signing is, so that an old signature can be refused; null if signatures contain no time. */
  readonly timeIn: string | null;
  verify(request: SignedRequest): SignatureProblem;
  /** The headers with which a sender who has this secret authenticates the request. */
  sign(request: UnsignedRequest): Readonly<Record<string, string>>;
}

/** Null if the signing time, in epoch milliseconds, is within the tolerance: in either direction, as clocks differ. */
export function timeProblem(
  signedAt: number,
  { now, toleranceMs }: Pick<SignedRequest, 'now' | 'toleranceMs'>,
): SignatureProblem {
  if (Math.abs(now - signedAt) <= toleranceMs) return null;
  const minutes = toleranceMs / 60_000;
  return `The signature is stale: its time is more than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} away.`;
}
