/** Who takes jobs out of a queue: as many at once as it is allowed. */
export interface Fetcher {
  concurrency: number;
}

export interface FetchAheadOptions {
  /** Jobs of one queue in memory at once. */
  readonly maxJobs: number;
  /** Weight of all queues' jobs beyond which each queue has one job at a time, so that none stands still. */
  readonly maxWeight: number;
}

/** What a queue tells of its jobs. */
export interface FetchedAhead {
  /** A job is in memory. Returns how to tell that it is done. */
  hold(weight: number): () => void;
  /** Nothing is left to be fetched. */
  drained(): void;
}

/**
 * Bounds what the queues of a process hold in memory together. What a job weighs is known once it is there, so a queue
 * that was quiet begins with one job and is allowed one more with each that comes.
 */
export function createFetchAhead({ maxJobs, maxWeight }: FetchAheadOptions): (fetcher: Fetcher) => FetchedAhead {
  const queues: { readonly fetcher: Fetcher; held: number }[] = [];
  let weight = 0;
  const isFull = () => weight >= maxWeight;

  function allow({ fetcher, held }: (typeof queues)[number]): void {
    fetcher.concurrency = isFull() ? 1 : Math.min(maxJobs, held + 1);
  }

  return (fetcher) => {
    const queue = { fetcher, held: 0 };
    queues.push(queue);
    allow(queue);

    function release(own: number): void {
      const wasFull = isFull();
      weight -= own;
      queue.held -= 1;
      if (wasFull && !isFull()) for (const each of queues) allow(each);
    }

    return {
      hold(own) {
        weight += own;
        queue.held += 1;
        if (isFull()) for (const each of queues) allow(each);
        else if (queue.held >= fetcher.concurrency) allow(queue);
        return () => release(own);
      },
      drained: () => allow(queue),
    };
  };
}
