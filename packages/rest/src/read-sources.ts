import { setTimeout as delay } from 'node:timers/promises';
import {
  type ApiReads,
  type Database,
  databaseFailureOf,
  isUnreachable,
  pingServer,
  type Replica,
} from '@slipway/db';
import { ApiError } from '@slipway/http';
import {
  OUTAGE_RETRY_SECONDS,
  PING_TIMEOUT_MS,
  QUICK_FAILURE_MS,
  RECOVERY_CHECK_MS,
  STATEMENT_TIMEOUT_MS,
} from './limits.js';

export interface ReadSource {
  readonly server: 'primary' | 'direct' | 'replica';
  readonly database: Database;
  readonly reads: ApiReads;
}

/** The servers in the order in which reads prefer them. */
export interface ReadServers {
  /** The primary at DATABASE_URL, usually through a pooler. */
  readonly primary: ReadSource & { readonly url: string };
  /** The primary at DATABASE_DIRECT_URL; null if that is the same address. */
  readonly direct: (ReadSource & { readonly url: string }) | null;
  readonly replica: (ReadSource & { readonly watched: Replica }) | null;
}

export interface ReadSourcesOptions extends ReadServers {
  /** Called when another source stands in for the primary, with the reason. */
  readonly onStandIn: (source: ReadSource, problem: Error) => void;
  /** Called when the primary answers a check. */
  readonly onPrimary: () => void;
}

/** Where reads run while DATABASE_URL does not answer. */
export interface ReadSources {
  /**
   * Runs a read on the primary. If it fails although the primary answers, it runs once more: the connection was lost,
   * or this process was too busy to read the reply in time. If the primary does not answer, it runs again on the source
   * that stands in.
   */
  run<T>(read: (source: ReadSource) => Promise<T>): Promise<T>;
  /** The source in use instead of the primary; null while the primary answers or nothing can stand in. */
  standIn(): ReadSource | null;
  close(): Promise<void>;
}

/** Whether rows may be older than those of the primary. */
export const isStale = ({ server }: ReadSource) => server === 'replica';

/** The answer to a read that only the primary could answer. */
export function unavailable(): ApiError {
  return new ApiError('unavailable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS });
}

/** A replica that stands in cannot know that a row does not exist: it may have been created since. */
export function requireKnown<T>(source: ReadSource, value: T | null): T | null {
  if (value === null && isStale(source)) throw unavailable();
  return value;
}

/** Nothing is watched while the primary answers. */
export function openReadSources(options: ReadSourcesOptions): ReadSources {
  return new FailoverSources(options);
}

class FailoverSources implements ReadSources {
  readonly #options: ReadSourcesOptions;
  readonly #closing = new AbortController();
  #standIn: ReadSource | null = null;
  /** Set while the primary does not answer; resolves when it does. */
  #outage: Promise<void> | undefined;
  #checking: Promise<boolean> | undefined;

  constructor(options: ReadSourcesOptions) {
    this.#options = options;
  }

  async run<T>(read: (source: ReadSource) => Promise<T>): Promise<T> {
    const began = performance.now();
    const first = this.#standIn ?? this.#options.primary;
    try {
      return await read(first);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const wasQuick = performance.now() - began < QUICK_FAILURE_MS;
      const next = await this.#sourceAfter(first, error, wasQuick ? STATEMENT_TIMEOUT_MS : PING_TIMEOUT_MS);
      // All connections of this process are in use: another attempt would only wait again.
      if (next === first && databaseFailureOf(error) === 'slow') throw error;
      return read(next);
    }
  }

  standIn(): ReadSource | null {
    return this.#standIn;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#outage;
  }

  /** The source to try after one has failed; throws its error if there is none. */
  async #sourceAfter(failed: ReadSource, error: Error, timeoutMs: number): Promise<ReadSource> {
    const { primary, replica } = this.#options;
    if (this.#closing.signal.aborted) throw error;
    if (replica !== null && failed === replica) replica.watched.noteFailure(error);
    // During an outage, the state is at most as old as the last check.
    if (this.#outage === undefined || failed === this.#standIn) await this.#check(error, timeoutMs);
    const next = this.#standIn ?? (this.#outage === undefined ? primary : null);
    if (next === null) throw error;
    return next;
  }

  /** Finds out which servers answer. Returns whether the primary does. */
  #check(problem: Error, timeoutMs: number): Promise<boolean> {
    this.#checking ??= this.#choose(problem, timeoutMs).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #choose(problem: Error, timeoutMs: number): Promise<boolean> {
    const { primary, direct, replica } = this.#options;
    const [isUp, isDirectUp] = await Promise.all([
      answers(primary.url, timeoutMs),
      direct !== null && answers(direct.url, timeoutMs),
    ]);
    const fallback = isDirectUp ? direct : replica;
    const canStandIn = isDirectUp || replica?.watched.canStandIn() === true;
    this.#setStandIn(!isUp && canStandIn ? fallback : null, problem);
    if (isUp) this.#options.onPrimary();
    else this.#outage ??= this.#awaitPrimary(problem);
    return isUp;
  }

  async #awaitPrimary(problem: Error): Promise<void> {
    const { signal } = this.#closing;
    let isUp = false;
    while (!isUp && !signal.aborted) {
      await delay(RECOVERY_CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      isUp = await this.#check(problem, PING_TIMEOUT_MS);
    }
    this.#outage = undefined;
  }

  #setStandIn(source: ReadSource | null, problem: Error): void {
    if (source === this.#standIn) return;
    this.#standIn = source;
    if (source !== null) this.#options.onStandIn(source, problem);
  }
}

async function answers(url: string, timeoutMs: number): Promise<boolean> {
  try {
    await pingServer(url, timeoutMs);
    return true;
  } catch {
    return false;
  }
}
