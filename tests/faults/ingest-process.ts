import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { freePort } from '@slipway/local';
import type { Settings } from '@slipway/runtime';

/** What an ingest process is told. */
export type IngestSettings = Pick<Settings, 'DATABASE_URL' | 'REDIS_URL' | 'APP_SECRET' | 'DATA_DIR'>;

/** An answer of its doors. */
export interface DoorAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly deliveryId: string;
}

/** An ingest process as an operator runs it. */
export interface IngestProcess {
  /** Sends a CI report, in JSON. */
  report(token: string, body: string): Promise<DoorAnswer>;
  /** Holds it, as a suspended machine does, until it goes on. */
  pause(): void;
  goOn(): void;
  /** Gives it no chance to do anything more; resolves when it is gone. */
  kill(): Promise<void>;
  /** The most memory it ever had, in bytes; null where the system does not tell. */
  peakMemory(): Promise<number | null>;
}

const main = join(import.meta.dirname, '..', '..', 'apps', 'ingest', 'dist', 'main.js');

/** Call it at the top of a test file. What it starts is gone after the file's tests at the latest. */
export function ingestProcesses(settings: IngestSettings): { start(): Promise<IngestProcess> } {
  const children = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  return {
    async start() {
      const port = await freePort();
      const child = startIngest(settings, port);
      children.add(child);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
      return {
        report: (token, body) => report(`http://127.0.0.1:${port}/webhooks/ci`, token, body),
        pause: () => void child.kill('SIGSTOP'),
        goOn: () => void child.kill('SIGCONT'),
        async kill() {
          child.kill('SIGKILL');
          await ended;
        },
        peakMemory: () => readPeakMemory(child.pid),
      };
    },
  };
}

/** Jest's own flags are not for it. */
function startIngest(
  { DATABASE_URL, REDIS_URL, APP_SECRET, DATA_DIR }: IngestSettings,
  port: number,
): ChildProcess {
  return fork(main, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: '/usr/bin:/bin',
      DATABASE_URL,
      REDIS_URL,
      APP_SECRET,
      DATA_DIR,
      PORT: String(port),
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
    },
  });
}

async function report(url: string, token: string, body: string): Promise<DoorAnswer> {
  const headers = { 'content-type': 'application/json', 'x-webhook-token': token };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const { delivery_id: deliveryId } = (await answer.json()) as { delivery_id: string };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), deliveryId };
}

async function readPeakMemory(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
