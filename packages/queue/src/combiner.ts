export interface CombinerOptions<T> {
  /** Runs at once. */
  readonly concurrency: number;
  /** What a run may weigh at most; a heavier item runs alone. */
  readonly maxWeight: number;
  readonly weigh: (item: T) => number;
  /** How long a run waits for more items to take along. */
  readonly gatherMs: number;
  /** Takes all items or none. */
  readonly run: (items: readonly T[]) => Promise<void>;
}

interface Waiting<T> {
  readonly item: T;
  readonly weight: number;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * Takes items one by one and runs them together: what comes while runs are underway waits and becomes the next one.
 * The promise of an item settles as its run does.
 */
export function createCombiner<T>(options: CombinerOptions<T>): (item: T) => Promise<void> {
  const { concurrency, maxWeight, weigh, gatherMs } = options;
  let waiting: Waiting<T>[] = [];
  let running = 0;
  let gathering = false;

  /** As many of those who waited longest as a run may hold. */
  function takeNext(): Waiting<T>[] {
    let weight = 0;
    let count = 0;
    for (const next of waiting) {
      weight += next.weight;
      if (count > 0 && weight > maxWeight) break;
      count += 1;
    }
    const taken = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return taken;
  }

  async function runNext(): Promise<void> {
    const taken = takeNext();
    try {
      await options.run(taken.map(({ item }) => item));
      for (const { resolve } of taken) resolve();
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    running -= 1;
    start();
  }

  function runGathered(): void {
    gathering = false;
    if (waiting.length === 0) return;
    running += 1;
    void runNext();
    start();
  }

  function start(): void {
    if (gathering || running >= concurrency || waiting.length === 0) return;
    gathering = true;
    setTimeout(runGathered, gatherMs);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, weight: weigh(item), resolve, reject });
      start();
    });
}
