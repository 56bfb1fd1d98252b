import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolContext } from './define-tool.js';

/** Less than the minute after which most clients give up on a call without progress. */
export const DEFAULT_WAIT_SECONDS = 45;
export const MAX_WAIT_SECONDS = 300;

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;

export interface Watched<T> {
  /** Reads the current state; called at least once. */
  look(): Promise<T>;
  isDone(value: T): boolean;
  report(value: T): Promise<void>;
}

/**
 * Polls until it is done, the time is up, or the process shuts down, and returns the last state. The pauses grow, so
 * that a long wait stays within the rate limit.
 */
export async function waitUntil<T>(watched: Watched<T>, seconds: number, context: ToolContext): Promise<T> {
  const deadline = Date.now() + seconds * 1_000;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    const value = await watched.look();
    await watched.report(value);
    const left = deadline - Date.now();
    if (watched.isDone(value) || left <= 0 || context.isDraining()) return value;
    await sleep(Math.min(pauseMs, left), undefined, { signal: context.signal });
  }
}
