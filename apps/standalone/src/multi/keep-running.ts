import type { Server } from '@slipway/local';
import type { Progress } from '../progress.js';

/** Long enough for a replica to take over from a Redis master. */
const PAUSE_MS = 10_000;

/** Restarts servers when they end. Returns a function that stops this. */
export function keepRunning(servers: Readonly<Record<string, Server>>, log: Progress): () => Promise<void> {
  const timers = new Set<NodeJS.Timeout>();
  const starting = new Set<Promise<void>>();
  let isStopped = false;

  async function startAgain(name: string, server: Server): Promise<void> {
    try {
      await server.start();
      log.info(`  ${name} ${server.address} is running again, pid ${server.pid()}`);
    } catch (error) {
      log.warn(`${name} ${server.address} did not start: ${(error as Error).message}`);
      later(name, server);
    }
  }

  function later(name: string, server: Server): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const start = startAgain(name, server).finally(() => starting.delete(start));
      starting.add(start);
    }, PAUSE_MS);
    timers.add(timer);
  }

  for (const [name, server] of Object.entries(servers)) {
    server.onLost(() => {
      if (isStopped) return;
      log.warn(`${name} ${server.address} has ended, starting it again in ${PAUSE_MS / 1000} s`);
      later(name, server);
    });
  }
  return async () => {
    isStopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(starting);
  };
}
