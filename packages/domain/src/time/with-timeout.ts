/** Thrown by `withTimeout`. The work may still be running, so its effects must tolerate a repeat. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Resolves or rejects like `work`, or rejects with a TimeoutError after `limitMs`. It then aborts the signal, so that
 * the work can stop early.
 */
export async function withTimeout<T>(
  limitMs: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_resolve, reject) => {
    function expire(): void {
      const error = new TimeoutError(`${what} took longer than ${limitMs} ms`);
      controller.abort(error);
      reject(error);
    }
    // After a blocked event loop, timers run before I/O: a reply that has already arrived must win.
    timer = setTimeout(() => setImmediate(expire), limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
