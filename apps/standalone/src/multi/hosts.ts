import { join } from 'node:path';
import { eventually } from '@slipway/local';
import type { Progress } from '../progress.js';
import { type SupervisedChild, superviseChild } from '../supervise-child.js';

export type Tier = 'api' | 'console' | 'ingest' | 'mcp' | 'worker';

/** The addresses on which the processes of each tier run. */
export type TierAddresses = Readonly<Record<Tier, readonly string[]>>;

/** Each host has its own loopback address; all of them use the same ports. */
export const ADDRESSES: TierAddresses = {
  worker: ['127.0.0.41', '127.0.0.42'],
  ingest: ['127.0.0.21', '127.0.0.22'],
  api: ['127.0.0.31', '127.0.0.32'],
  console: ['127.0.0.51'],
  mcp: ['127.0.0.61'],
};

/** The main.js of mcp is the program that assistants start on their own machine. */
const SCRIPTS: Readonly<Record<Tier, string>> = {
  worker: 'main.js',
  ingest: 'main.js',
  api: 'main.js',
  console: 'main.js',
  mcp: 'serve.js',
};

/** A process of a tier. It is restarted when it ends. */
export interface Host {
  readonly tier: Tier;
  readonly address: string;
  pid(): number | undefined;
  /** Resolves once the process reports that it is ready. */
  ready(): Promise<void>;
  kill(): void;
  /** Drains the process and starts that of another checkout in its place. Resolves when the new one is ready. */
  replace(root: string): Promise<void>;
  stop(): Promise<void>;
  /** Ends the process immediately, without a restart. */
  hurry(): void;
}

export interface HostOptions {
  /** The checkout whose process runs first. */
  readonly release: string;
  readonly home: string;
  readonly log: Progress;
  readonly settings: Readonly<Record<string, string>>;
  readonly port: number;
  readonly metricsPort: number;
  readonly onServing?: (host: Host) => void;
}

/** The processes of one host: the running one, or the reason why the host gave up. */
function processesOf(tier: Tier, address: string, options: HostOptions) {
  const { home, log, settings, port, metricsPort } = options;
  const env = {
    PATH: '/usr/bin:/bin',
    ...settings,
    HOST: address,
    PORT: String(port),
    METRICS_HOST: address,
    METRICS_PORT: String(metricsPort),
    DATA_DIR: join(home, 'hosts', address),
    // As on a file system that all hosts mount.
    OBJECT_STORE_DIR: join(home, 'objects'),
  };
  let failure: Error | undefined;
  return {
    run: (root: string, onServing: () => void): SupervisedChild =>
      superviseChild({
        title: `${tier} ${address}`,
        script: join(root, 'apps', tier, 'dist', SCRIPTS[tier]),
        env: () => env,
        log,
        logFile: join(home, 'log', `${tier}-${address}.log`),
        onServing,
        onGiveUp(reason) {
          failure = new Error(reason);
          log.fail(reason);
        },
      }),
    failure: () => failure,
  };
}

export function startHost(tier: Tier, address: string, options: HostOptions): Host {
  const { port, metricsPort } = options;
  const { run, failure } = processesOf(tier, address, options);
  const onServing = () => options.onServing?.(host);
  let child = run(options.release, onServing);
  // A worker serves only its internal pages.
  const readyUrl = `http://${address}:${tier === 'worker' ? metricsPort : port}/readyz`;
  const host: Host = {
    tier,
    address,
    pid: () => child.pid(),
    async ready() {
      await eventually(`${tier} ${address} is ready`, async () => {
        const reason = failure();
        if (reason !== undefined) throw reason;
        const answer = await fetch(readyUrl).catch(() => undefined);
        await answer?.body?.cancel();
        return answer?.ok || undefined;
      });
    },
    kill() {
      const pid = child.pid();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    },
    async replace(root) {
      await child.stop();
      child = run(root, onServing);
      await host.ready();
    },
    stop: () => child.stop(),
    hurry: () => child.kill(),
  };
  return host;
}
