import { parseRetryAfter } from './retry-after.js';

export interface OutgoingAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  readonly text: string;
}

/**
 * What became of an attempt:
 * - sent: the channel accepted the message
 * - refused: the channel will never accept this message, but may accept others
 * - busy: the channel asks to wait, which is no fault of its own
 * - failed: a later attempt may succeed
 * - gone: the channel no longer exists, or no longer accepts our credentials
 * - lost: the message to edit no longer exists, or can no longer be edited
 * - blocked: Slipway itself refuses the address, and sent nothing
 */
export type Outcome =
  | { readonly kind: 'sent'; readonly remoteId: string | null; readonly remotePlace: string | null }
  | { readonly kind: 'refused' | 'failed' | 'gone' | 'lost' | 'blocked'; readonly error: string }
  | { readonly kind: 'busy'; readonly error: string; readonly retryAfterMs: number };

/** An attempt without success. */
export type Failure = Exclude<Outcome, { readonly kind: 'sent' }>;

/** The message's id in the channel, and the id of the place it is in, if editing it requires that. */
export const sent = (remoteId?: unknown, remotePlace?: unknown): Outcome => ({
  kind: 'sent',
  remoteId: textOf(remoteId),
  remotePlace: textOf(remotePlace),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

export const isSuccess = ({ status }: OutgoingAnswer) => status >= 200 && status < 300;

const REFUSING: ReadonlySet<number> = new Set([400, 413, 422]);

/** The outcome of an answer other than success, as far as all channels agree on it. */
export function outcomeOf({ status, header }: OutgoingAnswer, now: number): Outcome {
  const error = `The server responded with status ${status}.`;
  const retryAfterMs = parseRetryAfter(header('retry-after'), now);
  if ((status === 429 || status === 503) && retryAfterMs !== null) return { kind: 'busy', error, retryAfterMs };
  if (status === 410) return { kind: 'gone', error: 'The server says that the address no longer exists (410).' };
  if (status >= 300 && status < 400)
    return { kind: 'failed', error: `The server redirects (${status}), which Slipway does not follow.` };
  return { kind: REFUSING.has(status) ? 'refused' : 'failed', error };
}

/** The answer as JSON; null if it is none. */
export function jsonOf({ text }: OutgoingAnswer): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
