import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { Settings } from '@slipway/runtime';

/** What the processes of a test file are told. */
export type AppSettings = Pick<Settings, 'DATABASE_URL' | 'REDIS_URL' | 'APP_SECRET' | 'DATA_DIR'>;

/** An app that runs as operators run it. */
export interface AppProcess {
  readonly child: ChildProcess;
  /** Resolves with how it ended. */
  readonly ended: Promise<number | null>;
  /** Gives it no chance to do anything more; resolves when it is gone. */
  kill(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/**
 * Starts processes of an app, ready when it resolves. Call it at the top of a test file: what it starts is gone after the
 * file's tests at the latest.
 */
export function appProcesses(app: 'ingest' | 'worker', settings: AppSettings) {
  const children = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  const { DATABASE_URL, REDIS_URL, APP_SECRET, DATA_DIR } = settings;
  const shared = { PATH: '/usr/bin:/bin', DATABASE_URL, REDIS_URL, APP_SECRET, DATA_DIR };
  return async (env: Readonly<Record<string, string>>): Promise<AppProcess> => {
    // Jest's own flags are not for it.
    const child = fork(join(root, 'apps', app, 'dist', 'main.js'), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...shared, ...env },
    });
    children.add(child);
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
