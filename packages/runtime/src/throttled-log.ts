import type { Logger } from './logger.js';

/** A repeated warning is logged again after this time. */
const REPEAT_MS = 10_000;

/** Logs warnings that recur many times a second during an outage. */
export interface ThrottledLog {
  /**
   * Logs a warning immediately, and the same message again at most every ten seconds, with `repeats`: how many were
   * omitted since the last line.
   */
  warn(fields: object, message: string): void;
  /** Ends a repeated warning: logs `message` if the warning was ever logged. The next warning is logged immediately. */
  resolve(warning: string, message: string): void;
}

interface Repeated {
  readonly since: number;
  loggedAt: number;
  repeats: number;
}

export function createThrottledLog(logger: Logger, now: () => number = Date.now): ThrottledLog {
  const warnings = new Map<string, Repeated>();
  return {
    warn(fields, message) {
      const time = now();
      const repeated = warnings.get(message);
      if (repeated === undefined) {
        warnings.set(message, { since: time, loggedAt: time, repeats: 0 });
        logger.warn(fields, message);
      } else if (time - repeated.loggedAt < REPEAT_MS) {
        repeated.repeats += 1;
      } else {
        logger.warn({ ...fields, repeats: repeated.repeats }, message);
        repeated.loggedAt = time;
        repeated.repeats = 0;
      }
    },
    resolve(warning, message) {
      const repeated = warnings.get(warning);
      if (repeated === undefined) return;
      warnings.delete(warning);
      logger.info({ repeats: repeated.repeats, afterMs: now() - repeated.since }, message);
    },
  };
}

const shared = new WeakMap<Logger, ThrottledLog>();

/** The throttled log of a logger. All parts of a process share it, so that each warning is logged only once. */
export function throttledLog(logger: Logger): ThrottledLog {
  const log = shared.get(logger) ?? createThrottledLog(logger);
  shared.set(logger, log);
  return log;
}

/**
 * Logs when a server that the process depends on goes down and when it comes up again: call it with the error, or null.
 */
export function dependencyLog(
  log: ThrottledLog,
  name: 'redis' | 'database' | 'replica',
): (problem: unknown) => void {
  return (problem) => {
    if (problem === null) log.resolve(`${name} is down`, `${name} is up`);
    else log.warn({ err: problem }, `${name} is down`);
  };
}
