export class SlipwayError extends Error {
  readonly status: number;
  /** The error code, or an empty string for a 401, which has no body. */
  readonly code: string;
  readonly requestId: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** How long to wait before the next attempt, if the service sent Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, requestId, retryAfterSeconds, text }: WireResponse) {
    const body = readObject(text);
    const code = typeof body['error'] === 'string' ? body['error'] : '';
    super(typeof body['message'] === 'string' ? body['message'] : code || `HTTP ${status}`);
    this.name = 'SlipwayError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response arrived in time: the request may or may not have taken effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** A successful response that is not JSON: the address belongs to another service. */
export class InvalidResponseError extends Error {
  override readonly name: string = 'InvalidResponseError';
}

/** A redirect, which is never followed, because the token is meant only for the given address. */
export class RedirectError extends InvalidResponseError {
  override readonly name = 'RedirectError';
}

export interface WireResponse {
  readonly status: number;
  readonly requestId: string;
  readonly retryAfterSeconds: number | undefined;
  readonly redirectsTo: string | null;
  readonly text: string;
}

/** Parses a JSON object. A proxy may have sent something else, which is ignored. */
function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
