import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { Settings } from '@slipway/runtime';

/** The settings that the processes of a test file share. */
export type AppSettings = Pick<Settings, 'DATABASE_URL' | 'REDIS_URL' | 'APP_SECRET' | 'DATA_DIR'>;

/** An app in a process of its own, as operators run it. */
export interface AppProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>;
}

/** How the process is started. */
export interface AppProcessOptions {
  /** Options of Node.js. */
  readonly execArgv?: readonly string[];
  /** Receives what the process writes to stdout. */
  readonly onOutput?: (text: string) => void;
}

const root = join(import.meta.dirname, '..', '..');

/** Returns a function that starts the app and waits until it is ready. Call it at the top of a test file. */
export function appProcesses(app: 'api' | 'ingest' | 'standalone' | 'worker', settings: AppSettings) {
  const children = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  const { DATABASE_URL, REDIS_URL, APP_SECRET, DATA_DIR } = settings;
  const shared = { PATH: '/usr/bin:/bin', DATABASE_URL, REDIS_URL, APP_SECRET, DATA_DIR };
  return async (
    env: Readonly<Record<string, string>>,
    { execArgv = [], onOutput }: AppProcessOptions = {},
  ): Promise<AppProcess> => {
    // Without Jest's own flags.
    const child = fork(join(root, 'apps', app, 'dist', 'main.js'), {
      execArgv: [...execArgv],
      stdio: ['ignore', onOutput === undefined ? 'ignore' : 'pipe', 'inherit', 'ipc'],
      env: { ...shared, ...env },
    });
    children.add(child);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
    return {
      child,
      ended,
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  };
}
