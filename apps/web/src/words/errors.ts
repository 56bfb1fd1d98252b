import { SlipwayError } from '@slipway/client';

export function describeError(error: unknown): { title: string; detail: string; requestId: string } {
  if (!(error instanceof SlipwayError)) {
    const detail = 'The service is unreachable. Try again in a moment.';
    return { title: 'No connection', detail, requestId: '' };
  }
  const { status, message, requestId } = error;
  if (status === 404)
    return { title: 'Not found', detail: 'It does not exist, or you do not have access to it.', requestId };
  if (status === 503) return { title: 'Temporarily unavailable', detail: message, requestId };
  return { title: status >= 500 ? 'Something went wrong' : 'Request failed', detail: message, requestId };
}

export const errorDetail = (error: unknown): string => describeError(error).detail;

/**
 * A change that failed, in words for people. Only an answer below 500 proves that the service refused the change;
 * without an answer, the request may have taken effect.
 */
export function describeFailedChange(error: unknown, refusal: string): string {
  if (!(error instanceof SlipwayError))
    return 'Could not reach the service. Reload to see whether the change was saved.';
  const { detail } = describeError(error);
  return error.status < 500 ? `${refusal}: ${detail}` : detail;
}

/** The fields that a 422 names. The path of a wrapped body, such as `task.title`, ends with the name of the field. */
export function flawsOf(error: unknown): ReadonlyMap<string, string> {
  const details = error instanceof SlipwayError ? error.body['details'] : undefined;
  if (!Array.isArray(details)) return new Map();
  return new Map(details.flatMap((detail) => (isFlaw(detail) ? [[nameOf(detail.path), detail.message]] : [])));
}

interface Flaw {
  readonly path: string;
  readonly message: string;
}

function isFlaw(detail: unknown): detail is Flaw {
  const { path, message } = (detail ?? {}) as Partial<Flaw>;
  return typeof path === 'string' && typeof message === 'string';
}

const nameOf = (path: string) => path.split('.').at(-1) ?? path;
