/** Thrown when work takes longer than it may. It goes on all the same. */
export class TooSlowError extends Error {
  constructor(limitMs: number) {
    super(`nothing within ${limitMs} ms`);
    this.name = 'TooSlowError';
  }
}

/** What the work comes to, unless that takes too long. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    // What came in while the process was busy elsewhere is looked at first: it came in time.
    timer = setTimeout(() => setImmediate(() => reject(new TooSlowError(limitMs))), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
