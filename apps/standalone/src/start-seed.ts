import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Where the demo is seeded, known once the servers have started. */
export interface SeedPlace {
  readonly databaseUrl: string;
  readonly appSecret: string;
  readonly baseUrl: string;
  readonly receiverUrl?: string;
}

export interface StartedSeed {
  seed(place: SeedPlace): Promise<{ readonly seeded: boolean }>;
  stop(): Promise<void>;
}

/**
 * Starts a thread that seeds the demo. Loading its code and telling its story take seconds, in which this process would
 * not notice that PostgreSQL and Redis are up.
 */
export function startSeed(demoFile: string): StartedSeed {
  const thread = new Worker(new URL('./seed-thread.js', import.meta.url), { workerData: { demoFile } });
  const answered = once(thread, 'message') as Promise<[{ readonly seeded: boolean }]>;
  // Awaited later: if a server does not start, its error counts.
  answered.catch(() => undefined);
  return {
    async seed(place) {
      thread.postMessage(place);
      return (await answered)[0];
    },
    async stop() {
      await thread.terminate();
    },
  };
}
