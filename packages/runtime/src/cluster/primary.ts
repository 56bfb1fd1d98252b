import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { backoffMs } from '@slipway/domain';
import { createDrain } from '../drain.js';
import { EXIT_CONFIG } from '../exit-codes.js';
import { onFrozen, READY } from '../frozen-child.js';
import type { Logger } from '../logger.js';
import { answerMetricsRequests } from './metrics-exchange.js';

/** The delay before a process that ended is replaced; it doubles each time. */
const RESTART_WAIT = { firstMs: 100, maxMs: 5_000 };
const STABLE_MS = 30_000;
const MAX_FAILURES_BEFORE_READY = 5;
/** Just below the limit for draining the primary itself. */
const STOP_LIMIT_MS = 24_500;

/** Several processes that serve one port. If one dies, the others keep serving, and it is replaced. */
export class Primary {
  readonly #count: number;
  readonly #logger: Logger;
  readonly #inherits: boolean;
  /** The processes that serve and should keep serving. */
  readonly #ready = new Set<Worker>();
  readonly #starting = new Map<Worker, () => void>();
  readonly #drain: ReturnType<typeof createDrain>;
  #failures = 0;
  #served = false;
  #rolling = false;

  constructor(count: number, logger: Logger, inherits: boolean) {
    this.#count = count;
    this.#logger = logger;
    this.#inherits = inherits;
    this.#drain = createDrain(logger);
    this.#drain.onClose('processes', () => this.#stopAll(), STOP_LIMIT_MS);
  }

  run(): void {
    // Every process accepts connections itself, because the primary would be a bottleneck.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    const { drain } = this.#drain;
    process.once('SIGINT', drain).once('SIGTERM', drain).once('disconnect', drain);
    process.on('SIGHUP', () => void this.#replaceAll());
    cluster.on('message', (worker, message: { type?: unknown }) => {
      if (message.type === 'ready') this.#onReady(worker);
    });
    answerMetricsRequests();
    for (let place = 0; place < this.#count; place += 1) this.#start();
  }

  #start(): Worker {
    const began = Date.now();
    const worker = cluster.fork();
    this.#starting.set(worker, () => undefined);
    worker.once('exit', (code, signal) => {
      this.#starting.get(worker)?.();
      this.#starting.delete(worker);
      this.#ready.delete(worker);
      if (this.#isShort()) this.#afterEnd({ code, signal, livedMs: Date.now() - began });
    });
    return worker;
  }

  /** Whether there are fewer processes than there should be. */
  #isShort(): boolean {
    return !this.#drain.isDraining() && this.#ready.size + this.#starting.size < this.#count;
  }

  /** Resolves when the process serves or has ended. */
  #started(worker: Worker): Promise<void> {
    return new Promise((resolve) => void this.#starting.set(worker, resolve));
  }

  #onReady(worker: Worker): void {
    this.#ready.add(worker);
    onFrozen(worker.process, () => worker.process.kill('SIGKILL'));
    this.#starting.get(worker)?.();
    this.#starting.delete(worker);
    if (this.#served || this.#ready.size < this.#count) return;
    this.#served = true;
    process.send?.(READY);
  }

  #afterEnd({ code, signal, livedMs }: { code: number; signal: string; livedMs: number }): void {
    if (code === EXIT_CONFIG) process.exit(EXIT_CONFIG);
    // Node.js has closed the socket with the last process that served it; the process that started this one has it too.
    if (this.#inherits && this.#ready.size + this.#starting.size === 0) process.exit(1);
    this.#failures = livedMs >= STABLE_MS ? 1 : this.#failures + 1;
    if (!this.#served && this.#failures >= MAX_FAILURES_BEFORE_READY) process.exit(1);
    const waitMs = backoffMs(this.#failures, RESTART_WAIT);
    this.#logger.warn({ code, signal, waitMs }, 'a process ended and is replaced');
    setTimeout(() => this.#isShort() && this.#start(), waitMs);
  }

  /** On SIGHUP, replaces the processes one by one. Each new one serves before the old one stops accepting. */
  async #replaceAll(): Promise<void> {
    if (this.#rolling || this.#drain.isDraining()) return;
    this.#rolling = true;
    await Promise.all([...this.#starting.keys()].map((worker) => this.#started(worker)));
    const old = [...this.#ready];
    let replaced = 0;
    for (const worker of old) {
      const next = this.#start();
      await this.#started(next);
      if (!this.#ready.has(next)) break;
      await this.#retire(worker);
      replaced += 1;
    }
    this.#rolling = false;
    if (replaced === old.length) this.#logger.info({ replaced }, 'all processes were replaced');
    else this.#logger.error({ replaced, kept: old.length - replaced }, 'a new process did not start');
  }

  async #retire(worker: Worker): Promise<void> {
    if (!this.#ready.delete(worker)) return;
    const ended = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    await ended;
  }

  async #stopAll(): Promise<void> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ended = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.all(ended);
  }
}
