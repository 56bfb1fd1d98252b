import { API_ERRORS, type ApiErrorCode } from '@slipway/contracts';

/** An answer other than success, thrown at the HTTP edge and turned into a response in one place. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ApiErrorCode,
    options: { message?: string; extra?: Readonly<Record<string, unknown>>; retryAfterSeconds?: number } = {},
  ) {
    super(options.message ?? API_ERRORS[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return API_ERRORS[this.code].status;
  }
}

/** The value, or 404 when there is none in the caller's scope. */
export function found<T>(value: T | null): T {
  if (value === null) throw new ApiError('not_found');
  return value;
}
