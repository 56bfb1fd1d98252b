import { ApiError } from '@slipway/http';
import type { Metrics } from '@slipway/runtime';
import { MAX_SESSION_STREAMS, MAX_USER_STREAMS, STREAM_RETRY_SECONDS } from '../limits.js';

export interface StreamReader {
  readonly sessionId: string;
  readonly userId: number;
}

/** Takes a slot for a stream, and returns how to release it; throws a 429 if the reader has too many streams. */
export type TakeSlot = (reader: StreamReader) => () => void;

export function createStreamSlots(metrics: Metrics): TakeSlot {
  const total = metrics.gauge('live_streams', 'Open streams of live changes');
  const open = new Map<string, number>();
  const add = (key: string, change: 1 | -1) => {
    const count = (open.get(key) ?? 0) + change;
    if (count === 0) open.delete(key);
    else open.set(key, count);
  };
  return ({ sessionId, userId }) => {
    const [session, user] = [`session:${sessionId}`, `user:${userId}`];
    if ((open.get(session) ?? 0) >= MAX_SESSION_STREAMS || (open.get(user) ?? 0) >= MAX_USER_STREAMS)
      throw new ApiError('rate_limited', {
        message: 'Too many open pages with live updates. Close some and try again.',
        retryAfterSeconds: STREAM_RETRY_SECONDS,
      });
    const addAll = (change: 1 | -1) => {
      add(session, change);
      add(user, change);
      total.inc(change);
    };
    addAll(1);
    return () => addAll(-1);
  };
}
