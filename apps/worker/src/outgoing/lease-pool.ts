/** Work that is claimed by a lease and runs beside other such work, up to a limit. */
export interface LeasePool {
  /** Claims and starts work until nothing is due or the limit is reached; returns without waiting for it. */
  startDue(): Promise<void>;
  /** Resolves when no work is running. */
  idle(): Promise<void>;
  /** Asks running work to stop, and waits for it. Other workers do the rest. */
  close(): Promise<void>;
  /** Aborted when the pool closes. */
  readonly signal: AbortSignal;
}

interface LeasePoolOptions<Claimed> {
  readonly limit: number;
  /** Null if nothing is due. */
  claim(): Promise<Claimed | null>;
  /** May resolve to false, and then what else is due waits for the next call of `startDue`. */
  work(claimed: Claimed, signal: AbortSignal): Promise<unknown>;
  /** Called with the error of failed work. Its lease expires, and a later run tries again. */
  onError(error: unknown, claimed: Claimed): void;
}

export function createLeasePool<Claimed>(options: LeasePoolOptions<Claimed>): LeasePool {
  const { limit, claim, work, onError } = options;
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const { signal } = closing;

  /** A holder that is done takes the next, so that a long queue does not wait for the timer between two claims. */
  async function runFrom(first: Claimed): Promise<void> {
    for (let claimed: Claimed | null = first; claimed !== null; claimed = await claimNext()) {
      const current = claimed;
      const result = await work(current, signal).catch((error: unknown) => onError(error, current));
      if (result === false) return;
    }
  }

  async function claimNext(): Promise<Claimed | null> {
    // The next run of the timer reports an error of the database.
    return signal.aborted ? null : claim().catch(() => null);
  }

  async function startNext(): Promise<boolean> {
    const claimed = await claim();
    if (claimed === null) return false;
    const ended: Promise<void> = runFrom(claimed).finally(() => running.delete(ended));
    running.add(ended);
    return true;
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    signal,
    idle,
    async startDue() {
      while (running.size < limit && !signal.aborted && (await startNext()));
    },
    async close() {
      closing.abort();
      await idle();
    },
  };
}
