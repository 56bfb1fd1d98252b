import type { ProcessContext } from './process.js';
import { dependencyLog, throttledLog } from './throttled-log.js';

/** Logs when the connection to Redis breaks and when it works again, and counts reconnections. */
export function redisState({ logger, metrics }: Pick<ProcessContext, 'logger' | 'metrics'>) {
  const reconnects = metrics.counter('redis_reconnects_total', 'Reconnections to Redis');
  const log = dependencyLog(throttledLog(logger), 'redis');
  let wasConnected = false;
  return (problem: unknown): void => {
    if (problem === null && wasConnected) reconnects.inc();
    wasConnected ||= problem === null;
    log(problem);
  };
}
