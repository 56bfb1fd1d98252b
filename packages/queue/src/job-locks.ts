import type { Job, Worker } from 'bullmq';
import { LOCK_MS, LOCK_RENEW_MS } from './limits.js';

/**
 * Renews the locks of the jobs that a worker processes. A job whose lock is lost runs twice, which does no harm: the
 * ledger lets each delivery take effect once.
 */
export class JobLocks {
  readonly #worker: Worker;
  readonly #onError: (error: Error) => void;
  readonly #tokens = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #renewing = false;

  constructor(worker: Worker, onError: (error: Error) => void) {
    this.#worker = worker;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.#renew(), LOCK_RENEW_MS).unref();
  }

  get size(): number {
    return this.#tokens.size;
  }

  hold({ id = '', token = '' }: Job): void {
    if (this.#tokens.has(id)) this.#reportLoss(id);
    this.#tokens.set(id, token);
  }

  /** Stops renewing. False when the lock was lost, so that the job is no longer this run's to finish. */
  release({ id = '', token = '' }: Job): boolean {
    if (this.#tokens.get(id) !== token) return false;
    return this.#tokens.delete(id);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    // While Redis is down, the first attempt waits for it.
    if (this.#renewing || this.#tokens.size === 0) return;
    this.#renewing = true;
    try {
      const lost = await this.#worker.extendJobLocks(
        [...this.#tokens.keys()],
        [...this.#tokens.values()],
        LOCK_MS,
      );
      for (const id of lost) {
        this.#tokens.delete(id);
        this.#reportLoss(id);
      }
    } catch (error) {
      this.#onError(error as Error);
    } finally {
      this.#renewing = false;
    }
  }

  #reportLoss(id: string): void {
    this.#onError(new Error(`job ${id} was given to another run: its lock was not renewed in time`));
  }
}
