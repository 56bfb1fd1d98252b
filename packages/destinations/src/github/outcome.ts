import { type Failure, type OutgoingAnswer, outcomeOf } from '../outcome.js';
import { limitWait, parseRetryAfter } from '../retry-after.js';

/** GitHub asks to wait at least a minute if it does not say how long. */
const UNKNOWN_WAIT_MS = 60_000;

/**
 * What an answer other than success means. `place` names what the request was about.
 * https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
export function githubFailure(answer: OutgoingAnswer, place: string, now: number): Failure {
  const { status } = answer;
  const retryAfterMs = rateLimitWait(answer, now);
  if (retryAfterMs !== null)
    return { kind: 'busy', error: `GitHub limits the number of requests (${status}).`, retryAfterMs };
  switch (status) {
    case 401:
      return {
        kind: 'gone',
        error: 'GitHub does not accept the credential (401). It was revoked or has expired.',
      };
    case 403:
      return {
        kind: 'refused',
        error: `GitHub refuses access to ${place} (403). The credential lacks a permission.`,
      };
    case 404:
    case 410:
      return {
        kind: 'refused',
        error: `GitHub does not find ${place} (${status}). It was renamed or removed, or the credential has no access.`,
      };
    case 422:
      return { kind: 'refused', error: `GitHub does not accept the update of ${place} (422).` };
    default: {
      const outcome = outcomeOf(answer, now);
      return outcome.kind === 'sent' ? { kind: 'failed', error: `Unexpected status ${status}.` } : outcome;
    }
  }
}

/** How long GitHub asks to wait; null if the answer is not about a rate limit. */
function rateLimitWait({ status, header, text }: OutgoingAnswer, now: number): number | null {
  if (status !== 403 && status !== 429 && status !== 503) return null;
  const retryAfterMs = parseRetryAfter(header('retry-after'), now);
  if (retryAfterMs !== null || status === 503) return retryAfterMs;
  const reset = Number(header('x-ratelimit-reset'));
  if (header('x-ratelimit-remaining') === '0' && reset > 0) return limitWait(Math.max(reset * 1000 - now, 1_000));
  return status === 429 || /rate limit/i.test(text) ? UNKNOWN_WAIT_MS : null;
}
