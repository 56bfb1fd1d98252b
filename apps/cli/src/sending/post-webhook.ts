import { setTimeout as sleep } from 'node:timers/promises';

/** A request to a webhook endpoint, signed and with its token. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of a request. */
export type WebhookAnswer =
  | {
      readonly kind: 'accepted';
      readonly status: number;
      readonly deliveryId: string;
      readonly isDuplicate: boolean;
    }
  /** Sending it again would not help. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** No answer, or one that asks to come back later. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface PostPolicy {
  /** The time limit of one attempt. */
  readonly timeoutMs: number;
  readonly attempts: number;
  /** The longest wait before another attempt. */
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal;
}

interface Attempt {
  readonly answer: WebhookAnswer;
  readonly retryAfterMs: number | null;
}

const FIRST_WAIT_MS = 500;

/** Posts as webhook senders do: the same request again after 429, 5xx or no answer, and not before Retry-After. */
export async function postWebhook(request: WebhookRequest, policy: PostPolicy): Promise<WebhookAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const { answer, retryAfterMs } = await tryOnce(request, policy);
    const waitMs = retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
    const isLast = attempt >= policy.attempts || waitMs > policy.maxWaitMs || policy.signal?.aborted === true;
    if (answer.kind !== 'unavailable' || isLast) return answer;
    // Abort ends the wait; one last attempt follows.
    await sleep(waitMs, undefined, policy.signal ? { signal: policy.signal } : {}).catch(() => null);
  }
}

async function tryOnce({ url, headers, body }: WebhookRequest, { timeoutMs }: PostPolicy): Promise<Attempt> {
  // Not AbortSignal.timeout(), whose timer does not keep the process alive: when a server closes a connection that was
  // just opened, fetch of Node.js 20 may never settle, and the process would end with code 13.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: limit.signal });
    const answer = readAnswer(response.status, await response.text());
    return { answer, retryAfterMs: readSeconds(response.headers.get('retry-after')) };
  } catch (error) {
    const reason = limit.signal.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error);
    return { answer: { kind: 'unavailable', reason }, retryAfterMs: null };
  } finally {
    clearTimeout(timer);
  }
}

function readAnswer(status: number, text: string): WebhookAnswer {
  const { status: word, delivery_id: id, message } = readObject(text);
  const explanation = typeof message === 'string' ? message : `HTTP ${status}`;
  if (status === 429 || status === 408 || status >= 500) return { kind: 'unavailable', reason: explanation };
  if (status < 200 || status > 299) return { kind: 'refused', status, message: explanation };
  if (typeof id !== 'string') return { kind: 'refused', status, message: 'This is not the address of Slipway.' };
  return { kind: 'accepted', status, deliveryId: id, isDuplicate: word === 'duplicate' };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function readSeconds(header: string | null): number | null {
  return header !== null && /^[0-9]+$/.test(header) ? Number(header) * 1_000 : null;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}
