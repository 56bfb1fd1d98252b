import { freePort } from '@slipway/local';
import { type AppSettings, appProcesses } from './app-process.js';

/** A worker as an operator runs it. */
export interface WorkerProcess {
  /** Asks at its port for metrics and probes. */
  ask(path: string): Promise<Response>;
  /** Asks it to end, and tells how it ended. */
  end(): Promise<number | null>;
  /** Gives it no chance to do anything more; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Call it at the top of a test file. What it starts is gone after the file's tests at the latest. */
export function workerProcesses(settings: AppSettings): { start(): Promise<WorkerProcess> } {
  const startApp = appProcesses('worker', settings);
  return {
    async start() {
      const port = await freePort();
      const { child, ended, kill } = await startApp({ METRICS_PORT: String(port), LOG_LEVEL: 'fatal' });
      return {
        ask: (path) => fetch(`http://127.0.0.1:${port}${path}`),
        end() {
          child.kill('SIGTERM');
          return ended;
        },
        kill,
      };
    },
  };
}
