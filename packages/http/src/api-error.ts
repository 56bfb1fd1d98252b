import { API_ERRORS, type ApiErrorCode, type Refusal } from '@slipway/contracts';

export interface ApiErrorOptions {
  readonly message?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An error response. Handlers throw it; `handleErrors` writes it. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? API_ERRORS[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  static from({ code, message, extra = {} }: Refusal): ApiError {
    return new ApiError(code, { message, extra });
  }

  get status(): number {
    return API_ERRORS[this.code].status;
  }
}

/** Returns the value; throws a 404 if it is null. */
export function found<T>(value: T | null): T {
  if (value === null) throw new ApiError('not_found');
  return value;
}
