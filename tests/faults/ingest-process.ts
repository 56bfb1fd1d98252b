import { readFile } from 'node:fs/promises';
import { freePort } from '@slipway/local';
import { type AppSettings, appProcesses } from './app-process.js';

/** The response to a webhook. */
export interface IngestAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly deliveryId: string;
  /** `accepted` or `duplicate`. */
  readonly outcome: string;
}

/** An ingest process as operators run it. */
export interface IngestProcess {
  /** Sends a CI report as JSON. */
  report(token: string, body: string): Promise<IngestAnswer>;
  /** Requests a path on its port. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Suspends the process until `resume`. */
  pause(): void;
  resume(): void;
  /** Sends SIGTERM and resolves with the exit code. */
  end(): Promise<number | null>;
  /** Sends SIGKILL and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Its peak resident memory in bytes; null if the system does not report it. */
  peakMemory(): Promise<number | null>;
}

/** Call it at the top level of a test file. The processes end with the file's tests. `env` adds settings. */
export function ingestProcesses(
  settings: AppSettings,
  env: Readonly<Record<string, string>> = {},
): { start(): Promise<IngestProcess> } {
  const startApp = appProcesses('ingest', settings);
  return {
    async start() {
      const port = await freePort();
      const { child, ended, kill } = await startApp({
        PORT: String(port),
        METRICS_PORT: '0',
        LOG_LEVEL: 'error',
        ...env,
      });
      return {
        report: (token, body) => report(`http://127.0.0.1:${port}/webhooks/ci`, token, body),
        ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
        pause: () => void child.kill('SIGSTOP'),
        resume: () => void child.kill('SIGCONT'),
        end() {
          child.kill('SIGTERM');
          return ended;
        },
        kill,
        peakMemory: () => readPeakMemory(child.pid),
      };
    },
  };
}

async function report(url: string, token: string, body: string): Promise<IngestAnswer> {
  const headers = { 'content-type': 'application/json', 'x-webhook-token': token };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const { delivery_id: deliveryId, status: outcome } = (await answer.json()) as {
    delivery_id: string;
    status: string;
  };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), deliveryId, outcome };
}

async function readPeakMemory(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
