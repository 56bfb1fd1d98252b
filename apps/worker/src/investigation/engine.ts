import { fileURLToPath } from 'node:url';
import type { Baseline, Diagnosis, JobPast } from '@slipway/diagnosis';
import { Piscina } from 'piscina';
import type * as thread from './engine-thread.js';
import type { DiagnosisTask, LoggedBuild } from './engine-thread.js';

/** Reads logs in threads, so that a long log does not block the worker. */
export interface Engine {
  /** Rejects when the engine fails or takes too long, or the signal aborts. */
  diagnose(task: DiagnosisTask, signal: AbortSignal): Promise<Diagnosis>;
  extendBaseline(log: string, previous: Baseline | null, signal: AbortSignal): Promise<Baseline>;
  extendPast(build: LoggedBuild, previous: JobPast | null, signal: AbortSignal): Promise<JobPast>;
  close(): Promise<void>;
}

/** An ordinary log takes a fraction of a second. */
const TIMEOUT_MS = 20_000;
const IDLE_MS = 60_000;
const HEAP_MB = 512;

// Threads need compiled code, also when tests load the TypeScript source of this file.
const compiled = import.meta.url.endsWith('.ts')
  ? '../../dist/investigation/engine-thread.js'
  : './engine-thread.js';

export interface EngineOptions {
  /** The maximum number of logs read at once. */
  readonly threads: number;
  readonly limitMs?: number;
  /** The module that the thread runs. */
  readonly module?: string;
}

/**
 * Further threads start on demand and end when idle; an aborted thread is replaced. One is always there, because
 * starting it takes seconds on a busy machine, while messages wait for the cause.
 */
export function createEngine({ threads, limitMs = TIMEOUT_MS, module }: EngineOptions): Engine {
  const pool = new Piscina({
    filename: module ?? fileURLToPath(new URL(compiled, import.meta.url)),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  });
  const run = (name: keyof typeof thread, task: object, signal: AbortSignal) =>
    pool.run(task, { name, signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) });
  return {
    diagnose: (task, signal) => run('diagnoseLog', task, signal),
    extendBaseline: (log, previous, signal) => run('extendBaseline', { log, previous }, signal),
    extendPast: (build, previous, signal) => run('extendPast', { build, previous }, signal),
    close: () => pool.destroy(),
  };
}
