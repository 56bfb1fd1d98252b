import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '@slipway/domain';
import type { LocalService } from '@slipway/local';
import type { Progress } from './progress.js';

const restartWait = { firstMs: 250, maxMs: 5_000 };

/** A local server that is restarted when it ends. */
export interface RestartingService {
  url(): string;
  stop(): Promise<void>;
}

interface RestartingOptions {
  name: string;
  start: () => Promise<LocalService>;
  log: Progress;
  /** Called when the server restarted with a different URL because its port was taken. */
  onMoved: () => void;
}

/** Starts the server and restarts it until `stop`. */
export async function startRestartingService({
  name,
  start,
  log,
  onMoved,
}: RestartingOptions): Promise<RestartingService> {
  let service = await start();
  let stopping = false;
  let restarting: Promise<void> | undefined;

  async function restart(): Promise<void> {
    log.warn(`${name} has ended, restarting it`);
    for (let failures = 1; !stopping; failures += 1) {
      try {
        const { url } = service;
        service = await start();
        watch();
        if (service.url !== url) onMoved();
        return;
      } catch (error) {
        log.warn((error as Error).message);
        await delay(backoffMs(failures, restartWait));
      }
    }
  }

  function watch(): void {
    void service.exited.then(() => {
      if (!stopping) restarting = restart();
    });
  }

  watch();
  return {
    url: () => service.url,
    async stop() {
      stopping = true;
      await restarting;
      await service.stop();
    },
  };
}
