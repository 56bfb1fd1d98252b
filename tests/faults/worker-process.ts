import { freePort } from '@slipway/local';
import { type AppSettings, appProcesses } from './app-process.js';

/** A worker as operators run it. */
export interface WorkerProcess {
  /** Requests a path on its metrics port. */
  ask(path: string): Promise<Response>;
  /** Sends SIGSTOP: the process keeps its connections but does nothing. */
  freeze(): void;
  /** Sends SIGCONT. */
  thaw(): void;
  /** Sends SIGTERM and resolves with the exit code. */
  end(): Promise<number | null>;
  /** Sends SIGKILL and resolves when the process has ended. */
  kill(): Promise<void>;
}

/** Call it at the top level of a test file. The processes end with the file's tests. */
export function workerProcesses(settings: AppSettings): {
  /** `env` adds settings. */
  start(env?: Readonly<Record<string, string>>): Promise<WorkerProcess>;
} {
  const startApp = appProcesses('worker', settings);
  return {
    async start(env = {}) {
      const port = await freePort();
      const { child, ended, kill } = await startApp({ METRICS_PORT: String(port), LOG_LEVEL: 'fatal', ...env });
      return {
        ask: (path) => fetch(`http://127.0.0.1:${port}${path}`),
        freeze: () => void child.kill('SIGSTOP'),
        thaw: () => void child.kill('SIGCONT'),
        end() {
          child.kill('SIGTERM');
          return ended;
        },
        kill,
      };
    },
  };
}
