/** Request headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** What a signature is checked over. */
export interface SignedRequest {
  readonly headers: Headers;
  /** The body as it came over the wire, before any decoding but that of the transfer. */
  readonly rawBody: Buffer;
  /** Every active secret: during a rotation, any of them may match. */
  readonly secrets: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  /** The webhook token the request came with, for schemes that sign the address it was sent to. */
  readonly token?: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Null when the signature holds; else why not, in words for the sender and without any secret. */
export type SignatureProblem = string | null;

/** One way of proving where a request comes from. */
export interface SignatureScheme {
  readonly name: string;
  /** Refused without a configured secret; otherwise unsigned requests pass then. */
  readonly required: boolean;
  verify(request: SignedRequest): SignatureProblem;
}
