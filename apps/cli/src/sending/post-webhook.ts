import { setTimeout as sleep } from 'node:timers/promises';
import { parseJsonObject } from '../json-object.js';

/** A request to a webhook endpoint, signed and with its token. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Set if the body is bytes, written in base64. */
  readonly encoding?: 'base64';
}

export type WebhookAnswer =
  | {
      readonly kind: 'accepted';
      readonly status: number;
      readonly deliveryId: string;
      readonly isDuplicate: boolean;
    }
  /** Sending it again would not help. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** No response, or an inconclusive one: sending it again may help. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isTooSlow: boolean };

export interface PostPolicy {
  /** The time limit of one attempt, unless the body is very large. */
  readonly timeoutMs: number;
  /** The slowest connection assumed: a larger body gets more time. */
  readonly bytesPerSecond?: number;
  readonly attempts: number;
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal;
}

interface Attempt {
  readonly answer: WebhookAnswer;
  readonly retryAfterMs: number | null;
}

const FIRST_WAIT_MS = 500;
/** A slow home or hotel connection. */
const BYTES_PER_SECOND = 131_072;
/** A larger body gets more time. No build with its log has as many bytes. */
const SLOW_BYTES = 512 * 1024;
const MAX_TIMEOUT_MS = 100_000;

/** Posts like a webhook sender: repeats the request after 429, 5xx or no response, and not before Retry-After. */
export async function postWebhook(request: WebhookRequest, policy: PostPolicy): Promise<WebhookAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const { answer, retryAfterMs } = await tryOnce(request, policy);
    const waitMs = retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
    const isLast = attempt >= policy.attempts || waitMs > policy.maxWaitMs || policy.signal?.aborted === true;
    if (answer.kind !== 'unavailable' || isLast) return answer;
    // Aborting ends the wait, and one last attempt follows.
    await sleep(waitMs, undefined, policy.signal ? { signal: policy.signal } : {}).catch(() => null);
  }
}

function timeLimitOf(body: Buffer, { timeoutMs, bytesPerSecond = BYTES_PER_SECOND }: PostPolicy): number {
  const slowBytes = Math.max(0, body.length - SLOW_BYTES);
  return Math.min(timeoutMs + Math.ceil((slowBytes * 1_000) / bytesPerSecond), MAX_TIMEOUT_MS);
}

async function tryOnce(request: WebhookRequest, policy: PostPolicy): Promise<Attempt> {
  const { url, headers, encoding } = request;
  const body = Buffer.from(request.body, encoding);
  const timeoutMs = timeLimitOf(body, policy);
  // Not AbortSignal.timeout(), whose timer does not keep the process alive: when a server closes a connection that was
  // just opened, fetch in Node.js 20 may never settle, and the process would exit with code 13.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: limit.signal });
    const answer = readAnswer(response.status, await response.text());
    return { answer, retryAfterMs: readSeconds(response.headers.get('retry-after')) };
  } catch (error) {
    const reason = limit.signal.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error);
    return { answer: { kind: 'unavailable', reason, isTooSlow: limit.signal.aborted }, retryAfterMs: null };
  } finally {
    clearTimeout(timer);
  }
}

/** Client errors that are temporary and not the request's fault. */
const TRANSIENT = [408, 425, 429];
const TOO_LARGE = 413;

function readAnswer(status: number, text: string): WebhookAnswer {
  const { status: word, delivery_id: id, message } = parseJsonObject(text) ?? {};
  const explanation = typeof message === 'string' ? message : `HTTP ${status}`;
  const isRefusal = status >= 400 && status < 500 && !TRANSIENT.includes(status);
  // A report that is too large for a proxy never arrives.
  if (isRefusal && (typeof id === 'string' || status === TOO_LARGE))
    return { kind: 'refused', status, message: explanation };
  if (!isRefusal && (status < 200 || status > 299))
    return { kind: 'unavailable', reason: explanation, isTooSlow: false };
  // The response came from a proxy or a login page: every response of the service names the delivery.
  if (typeof id !== 'string')
    return { kind: 'unavailable', reason: `HTTP ${status}, but not from Slipway`, isTooSlow: false };
  return { kind: 'accepted', status, deliveryId: id, isDuplicate: word === 'duplicate' };
}

function readSeconds(header: string | null): number | null {
  return header !== null && /^[0-9]+$/.test(header) ? Number(header) * 1_000 : null;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}
