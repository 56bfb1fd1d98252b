import { setTimeout as delay } from 'node:timers/promises';
import type { LocalService } from '@slipway/local';
import { backoffMs } from './backoff.js';
import type { Progress } from './progress.js';

/** A local server that is started again whenever it ends. */
export interface KeptService {
  url(): string;
  stop(): Promise<void>;
}

interface KeepOptions {
  name: string;
  start: () => Promise<LocalService>;
  log: Progress;
  /** Called when the server came back under another address, since its port was taken meanwhile. */
  onMoved: () => void;
}

/** Starts the server and keeps it alive until `stop`. */
export async function keepService({ name, start, log, onMoved }: KeepOptions): Promise<KeptService> {
  let service = await start();
  let stopping = false;
  let reviving: Promise<void> | undefined;

  async function revive(): Promise<void> {
    log.warn(`${name} has ended, starting it again`);
    for (let attempt = 0; !stopping; attempt++) {
      try {
        const { url } = service;
        service = await start();
        watch();
        if (service.url !== url) onMoved();
        return;
      } catch (error) {
        log.warn((error as Error).message);
        await delay(backoffMs(attempt));
      }
    }
  }

  function watch(): void {
    void service.exited.then(() => {
      if (!stopping) reviving = revive();
    });
  }

  watch();
  return {
    url: () => service.url,
    async stop() {
      stopping = true;
      await reviving;
      await service.stop();
    },
  };
}
