/** Work that was not done within its time; it may still be running, so what it does must bear being repeated. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
}

/** Runs work for no longer than `limitMs`: then the signal is aborted, and the result is a TimeLimitError. */
export async function withinTimeLimit<T>(
  limitMs: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitError(`${what} took longer than ${limitMs} ms`);
      controller.abort(error);
      reject(error);
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
