import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { freePort } from '@slipway/local';
import type { Settings } from '@slipway/runtime';

/** What a worker process is told. */
export type WorkerSettings = Pick<Settings, 'DATABASE_URL' | 'REDIS_URL' | 'APP_SECRET' | 'DATA_DIR'>;

/** A worker as an operator runs it. */
export interface WorkerProcess {
  /** Asks at its port for metrics and probes. */
  ask(path: string): Promise<Response>;
  /** Asks it to end, and tells how it ended. */
  end(): Promise<number | null>;
  /** Gives it no chance to do anything more; resolves when it is gone. */
  kill(): Promise<void>;
}

const main = join(import.meta.dirname, '..', '..', 'apps', 'worker', 'dist', 'main.js');

/** Call it at the top of a test file. What it starts is gone after the file's tests at the latest. */
export function workerProcesses(settings: WorkerSettings): { start(): Promise<WorkerProcess> } {
  const children = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  return {
    async start() {
      const metricsPort = await freePort();
      const { DATABASE_URL, REDIS_URL, APP_SECRET, DATA_DIR } = settings;
      // Jest's own flags are not for it.
      const child = fork(main, {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          PATH: '/usr/bin:/bin',
          DATABASE_URL,
          REDIS_URL,
          APP_SECRET,
          DATA_DIR,
          METRICS_PORT: String(metricsPort),
          LOG_LEVEL: 'fatal',
        },
      });
      children.add(child);
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
      return {
        ask: (path) => fetch(`http://127.0.0.1:${metricsPort}${path}`),
        end() {
          child.kill('SIGTERM');
          return ended;
        },
        async kill() {
          child.kill('SIGKILL');
          await ended;
        },
      };
    },
  };
}
