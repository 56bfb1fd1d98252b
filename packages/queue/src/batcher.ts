export interface BatcherOptions<T, R> {
  /** Batches that run at once. */
  readonly concurrency: number;
  readonly maxItems: number;
  /** A heavier item runs alone. */
  readonly maxWeight: number;
  weigh(item: T): number;
  /** Zero runs the first item at once. */
  readonly gatherMs: number;
  /** Items that start another batch while one runs; by default a full batch. */
  readonly enough?: number;
  /** Unlimited by default. */
  readonly maxWaitMs?: number;
  /** Returns one result per item, or throws for all of them. */
  run(items: readonly T[]): Promise<readonly R[]>;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly weight: number;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Collects items and runs them in batches. Items that arrive while a batch runs form the next one, so batches grow with
 * the load.
 *
 * State       Event                                               Next state
 * idle        an item is added                                    gathering
 * gathering   `gatherMs` pass, or a full batch waits              running
 * running     a batch ends and items wait                         running, with the next batch
 * running     `enough` items wait, fewer than `concurrency` run   running, with one batch more
 * running     no batch ends for `maxWaitMs`                      running, the waiting items are rejected
 * running     the last batch ends and nothing waits               idle
 */
export class Batcher<T, R> {
  readonly #options: BatcherOptions<T, R>;
  readonly #enough: number;
  #waiting: Waiting<T, R>[] = [];
  #waitingWeight = 0;
  #running = 0;
  #gatherTimer: NodeJS.Timeout | undefined;
  #maxWaitTimer: NodeJS.Timeout | undefined;
  #onIdle: (() => void)[] = [];

  constructor(options: BatcherOptions<T, R>) {
    this.#options = options;
    this.#enough = options.enough ?? options.maxItems;
  }

  /** Resolves with the item's result, or rejects with the error of its batch. */
  add(item: T): Promise<R> {
    const weight = this.#options.weigh(item);
    this.#waitingWeight += weight;
    const done = new Promise<R>((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject });
    });
    this.#schedule();
    return done;
  }

  /** Runs what waits without gathering further, and resolves once the batcher is idle. */
  flush(): Promise<void> {
    const idle = new Promise<void>((resolve) => this.#onIdle.push(resolve));
    if (this.#gatherTimer === undefined) this.#schedule();
    else this.#start();
    return idle;
  }

  #schedule(): void {
    if (this.#waiting.length === 0) return this.#noteIdle();
    const { maxWeight, concurrency, gatherMs, maxWaitMs } = this.#options;
    const isEnough = this.#waiting.length >= this.#enough || this.#waitingWeight >= maxWeight;
    if (this.#running === 0) {
      if (isEnough || gatherMs === 0) this.#start();
      else this.#gatherTimer ??= setTimeout(() => this.#start(), gatherMs);
    } else if (isEnough && this.#running < concurrency) {
      this.#start();
    } else if (maxWaitMs !== undefined) {
      this.#maxWaitTimer ??= setTimeout(() => this.#rejectWaiting(), maxWaitMs);
    }
  }

  #start(): void {
    clearTimeout(this.#gatherTimer);
    this.#gatherTimer = undefined;
    this.#running += 1;
    void this.#run(this.#takeBatch());
    this.#schedule();
  }

  async #run(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as R);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#running -= 1;
    clearTimeout(this.#maxWaitTimer);
    this.#maxWaitTimer = undefined;
    if (this.#running === 0 && this.#waiting.length > 0) this.#start();
    else this.#schedule();
  }

  #takeBatch(): Waiting<T, R>[] {
    const { maxItems, maxWeight } = this.#options;
    if (this.#waiting.length <= maxItems && this.#waitingWeight <= maxWeight) return this.#takeAll();
    let count = 0;
    let weight = 0;
    for (const next of this.#waiting) {
      if (count === maxItems || (count > 0 && weight + next.weight > maxWeight)) break;
      weight += next.weight;
      count += 1;
    }
    const taken = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#waitingWeight -= weight;
    return taken;
  }

  #takeAll(): Waiting<T, R>[] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#waitingWeight = 0;
    return taken;
  }

  #rejectWaiting(): void {
    this.#maxWaitTimer = undefined;
    const error = new Error(`no batch ended within ${this.#options.maxWaitMs} ms`);
    for (const { reject } of this.#takeAll()) reject(error);
  }

  #noteIdle(): void {
    if (this.#running === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}
