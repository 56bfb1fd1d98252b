import { type Clock, withTimeout } from '@slipway/domain';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';

export type ReadTime = () => Promise<number>;

export interface MachineClocks {
  /** Epoch milliseconds, which an operator or a time service may set at any moment. */
  wall(): number;
  /** Milliseconds that only ever advance. */
  steady(): number;
}

export interface ProcessClockOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly machine?: MachineClocks;
}

const machineClocks: MachineClocks = { wall: () => Date.now(), steady: () => performance.now() };

const MEASURE_EVERY_MS = 30_000;
const CHECK_EVERY_MS = 1_000;
const READ_LIMIT_MS = 2_000;
/** The fastest of several readings counts: the first may have to open a connection. */
const READINGS = 5;
/** Synchronized clocks differ by this much. */
const TOLERANCE_MS = 10;
/** The machine's clock was set if it moves this far from the steady one. */
const STEP_MS = 100;
/** A wrong clock is reported from here on. Times are corrected long before. */
const REPORTED_MS = 2_000;

/** Another machine's clock, as read by one request. */
interface Reading {
  /** What the time was when the steady clock was at zero, and how far that may be off. */
  readonly origin: number;
  readonly uncertaintyMs: number;
}

/**
 * The time of the shared servers: this machine's clock, or theirs if the two differ by more than a reading can be off.
 * Between readings it advances steadily, whatever is done to the machine's clock.
 */
export class ProcessClock implements Clock {
  readonly #logger: Logger;
  readonly #machine: MachineClocks;
  readonly #references = new Map<string, ReadTime>();
  /** What the wall clock showed, and what the time was, when the steady clock was at zero. */
  #wallOrigin: number;
  #origin: number;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** How far the machine's clock is ahead, as far as that is certain. */
  #offsetMs = 0;

  constructor({ logger, metrics, machine = machineClocks }: ProcessClockOptions) {
    this.#logger = logger;
    this.#machine = machine;
    this.#wallOrigin = this.#readWallOrigin();
    this.#origin = this.#wallOrigin;
    const help = 'How far the clock of this machine is ahead of the database';
    metrics.readGauge('clock_offset_seconds', help, () => this.#offsetMs / 1000, 'average');
  }

  now(): number {
    return Math.floor(this.#origin + this.#machine.steady());
  }

  /** Compares with a server's clock from now on; with that of a later one while the earlier ones do not answer. */
  follow(name: string, read: ReadTime): void {
    if (!this.#references.has(name)) this.#references.set(name, read);
    this.#timer ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  /** Measures the difference if that is due, or if the machine's clock was set. Resolves when it is known. */
  async check(): Promise<void> {
    const isSet = Math.abs(this.#readWallOrigin() - this.#wallOrigin) > STEP_MS;
    if (!isSet && this.#machine.steady() - this.#measuredAt < MEASURE_EVERY_MS) return;
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined;
    });
    await this.#measuring;
  }

  /** What an operator should fix: empty, or one sentence. */
  warnings(): string[] {
    const seconds = (Math.abs(this.#offsetMs) / 1000).toFixed(0);
    if (Math.abs(this.#offsetMs) < REPORTED_MS) return [];
    return [
      `The clock of this machine is ${seconds} s ${this.#offsetMs > 0 ? 'ahead' : 'behind'}; times are corrected.`,
    ];
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #measure(): Promise<void> {
    for (const read of this.#references.values()) {
      const readings: Reading[] = [];
      for (let count = 0; count < READINGS; count += 1) {
        const reading = await this.#read(read).catch(() => null);
        if (reading === null) break;
        readings.push(reading);
      }
      const [best] = readings.toSorted((a, b) => a.uncertaintyMs - b.uncertaintyMs);
      if (best !== undefined) return this.#correct(best);
    }
  }

  async #read(read: ReadTime): Promise<Reading> {
    const startedAt = this.#machine.steady();
    const time = await withTimeout(READ_LIMIT_MS, 'reading a clock', read);
    const endedAt = this.#machine.steady();
    return { origin: time - (startedAt + endedAt) / 2, uncertaintyMs: (endedAt - startedAt) / 2 + TOLERANCE_MS };
  }

  #correct({ origin, uncertaintyMs }: Reading): void {
    const warnedBefore = this.warnings().length > 0;
    this.#measuredAt = this.#machine.steady();
    this.#wallOrigin = this.#readWallOrigin();
    const offsetMs = this.#wallOrigin - origin;
    const isRight = Math.abs(offsetMs) <= uncertaintyMs;
    this.#offsetMs = isRight ? 0 : offsetMs;
    if (isRight) this.#origin = this.#wallOrigin;
    else if (Math.abs(this.#origin - origin) > uncertaintyMs) this.#origin = origin;
    const [warning] = this.warnings();
    if (warning !== undefined && !warnedBefore) this.#logger.warn({ offsetMs: Math.round(offsetMs) }, warning);
    if (warning === undefined && warnedBefore) this.#logger.info('the clock of this machine is right again');
  }

  #readWallOrigin(): number {
    return this.#machine.wall() - this.#machine.steady();
  }
}
