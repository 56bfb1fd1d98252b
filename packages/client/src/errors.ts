/** An answer other than success, as the service gave it. */
export class SlipwayError extends Error {
  readonly status: number;
  /** The error code, or an empty string for a 401, which has no body. */
  readonly code: string;
  readonly requestId: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** How long to wait before the next try, where the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(answer: Answer) {
    const { status, requestId, retryAfterSeconds } = answer;
    const body = readObject(answer.text);
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

/** No answer came in time: the request may or may not have had its effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** A success that is not JSON: something else than the service answers at its address. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}

/** What came back over the wire. */
export interface Answer {
  readonly status: number;
  readonly requestId: string;
  readonly retryAfterSeconds: number | undefined;
  readonly text: string;
}

/** A proxy in between may answer with anything; only an object can tell more than its status. */
function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
