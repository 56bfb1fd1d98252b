import { fileURLToPath } from 'node:url';
import type { Baseline, CapturedLog, Diagnosis } from '@slipway/diagnosis';
import { Piscina } from 'piscina';
import type * as thread from './engine-thread.js';

/** Reads logs, in a thread of its own: however long a log takes, the worker goes on. */
export interface Engine {
  /** Rejects when the engine fails, takes too long, or the signal says so. */
  diagnose(log: CapturedLog | null, baseline: Baseline | null, signal: AbortSignal): Promise<Diagnosis>;
  extendBaseline(log: string, previous: Baseline | null, signal: AbortSignal): Promise<Baseline>;
  close(): Promise<void>;
}

/** A log takes a fraction of a second. */
const LIMIT_MS = 20_000;
const IDLE_MS = 60_000;
const HEAP_MB = 512;

// A thread loads compiled code, also where tests load this file as it is written.
const compiled = import.meta.url.endsWith('.ts')
  ? '../../dist/investigation/engine-thread.js'
  : './engine-thread.js';

export interface EngineOptions {
  /** How many logs are read at once. */
  readonly threads: number;
  readonly limitMs?: number;
  /** The module that the thread runs. */
  readonly module?: string;
}

/** Threads start when first needed and end when idle; one that is stopped is replaced. */
export function createEngine({ threads, limitMs = LIMIT_MS, module }: EngineOptions): Engine {
  const pool = new Piscina({
    filename: module ?? fileURLToPath(new URL(compiled, import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  });
  const run = (name: keyof typeof thread, task: object, signal: AbortSignal) =>
    pool.run(task, { name, signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) });
  return {
    diagnose: (log, baseline, signal) => run('diagnoseLog', { log, baseline }, signal),
    extendBaseline: (log, previous, signal) => run('extendBaseline', { log, previous }, signal),
    close: () => pool.destroy(),
  };
}
