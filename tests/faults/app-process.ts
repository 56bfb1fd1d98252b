import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { Settings } from '@slipway/runtime';
import { testEnvironment } from '@slipway/testing';

/** The settings that the processes of a test file share. */
export type AppSettings = Pick<Settings, (typeof SHARED)[number]>;

const SHARED = [
  'DATABASE_URL',
  'REDIS_URL',
  'REDIS_SENTINEL_PASSWORD',
  'REDIS_TLS_CA_FILE',
  'REDIS_TLS_CERT_FILE',
  'REDIS_TLS_KEY_FILE',
  'REDIS_WAIT_REPLICAS',
  'APP_SECRET',
  'DATA_DIR',
] as const;

type App = 'api' | 'console' | 'ingest' | 'mcp' | 'standalone' | 'worker';

/** An app in its own process, as operators run it. */
export interface AppProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>;
}

/** How the process is started. */
export interface AppProcessOptions {
  /** Node.js options. */
  readonly execArgv?: readonly string[];
  /** Receives what the process writes to stdout. */
  readonly onOutput?: (text: string) => void;
  /** The process loads its modules from their own files, as in production, even in `npm test`. */
  readonly isUnbundled?: boolean;
}

/** The settings of a process that runs in a test file. */
export function appEnvironment(settings: AppSettings): Record<string, string> {
  return {
    PATH: '/usr/bin:/bin',
    ...Object.fromEntries(SHARED.map((name) => [name, String(settings[name])])),
  };
}

/** The file that runs the app. */
export function programOf(app: App, isUnbundled: boolean): string {
  const { bundles } = testEnvironment();
  if (bundles !== undefined && !isUnbundled) return join(bundles, 'apps', `${app}.mjs`);
  return join(import.meta.dirname, '..', '..', 'apps', app, 'dist', app === 'mcp' ? 'serve.js' : 'main.js');
}

/** Returns a function that starts the app and waits until it is ready. Call it at the top level of a test file. */
export function appProcesses(app: App, settings: AppSettings) {
  const children = new Set<ChildProcess>();
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    const running = [...children].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(running.map((child) => once(child, 'exit')));
  });
  const shared = appEnvironment(settings);
  return async (
    env: Readonly<Record<string, string>>,
    { execArgv = [], onOutput, isUnbundled = false }: AppProcessOptions = {},
  ): Promise<AppProcess> => {
    const child = fork(programOf(app, isUnbundled), {
      // Without Jest's own flags. Optimizing Prisma's WebAssembly is half the work of a process that lives for seconds.
      execArgv: ['--liftoff-only', ...execArgv],
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
