import { type CheckFinding, finding } from '@slipway/domain';

export interface CheckContext {
  readonly host: string;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;

class RateLimitedError extends Error {}

/** Requests a path of the service, or another address. Redirects are not followed. */
export async function visit(
  url: string,
  { signal }: CheckContext,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    headers,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (answer.status === 429) throw new RateLimitedError(`${url} answers 429`);
  return answer;
}

/** Runs a check. A failed connection is a problem too; a throttled request is only a warning. */
export async function attempt(check: string, run: () => Promise<CheckFinding[]>): Promise<CheckFinding[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RateLimitedError)
      return [finding.warning(check, `${error.message}: too many requests.`, 'Wait five minutes and try again.')];
    const remedy = 'Try again; if the problem persists, check the service and proxy logs.';
    return [finding.problem(check, `The check failed: ${reasonOf(error)}.`, remedy)];
  }
}

/** The code of a failed connection, such as ECONNREFUSED. */
export function reasonOf(error: unknown): string {
  const { cause, name } = error as { readonly cause?: unknown; readonly name?: string };
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { code, message } = (first ?? error) as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' ? code : String(message ?? error);
}
