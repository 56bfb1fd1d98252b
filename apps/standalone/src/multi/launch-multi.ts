import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimPort, removePostgresPair, type Server, tryLock } from '@slipway/local';
import { type Settings, SettingsError } from '@slipway/runtime';
import { seedDemo } from '@slipway/seed';
import { printBanner } from '../banner.js';
import { readLaunchSettings } from '../launch-settings.js';
import { listenForStop, type StopRequest, type StopSources } from '../listen-for-stop.js';
import type { Progress } from '../progress.js';
import type { Host } from './hosts.js';
import { type Stack, type StackOptions, startStack } from './stack.js';

/** What `infra/multi-process.mjs` passes on. */
export interface LaunchMultiOptions extends Pick<StopSources, 'parentPid' | 'takeSignals'> {
  root: string;
  env: Readonly<Record<string, string | undefined>>;
  log: Progress;
  /** Calls back with the reason when the process that started this one asks it to stop, or has ended. */
  onStarterEnd: (callback: (reason: string) => void) => void;
}

/** Differs from the default of `npm start`, 8080, so that both can run. */
const DEFAULT_PORT = '8090';

interface Launch extends LaunchMultiOptions {
  settings: Settings;
  home: string;
  stop: StopRequest;
  onStop: StackOptions['onStop'];
  hosts: Host[];
}

function readSettings({ root, env, log }: LaunchMultiOptions): Settings {
  const { PORT = DEFAULT_PORT, DATA_DIR = '', LOG_LEVEL = '' } = env;
  try {
    return readLaunchSettings({ PORT, DATA_DIR, LOG_LEVEL }, join(root, '.data')).settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const problem of error.problems) log.fail(problem);
    return process.exit(1);
  }
}

/** Takes the stack's folder and nginx's port, and deletes what an earlier stack left behind. */
async function takePlace({ settings, home, onStop }: Launch): Promise<void> {
  const lock = tryLock(`${home}.lock`);
  if (lock.holder) throw new Error(`${home} is in use (by pid ${lock.holder.pid}). Stop it or set DATA_DIR.`);
  onStop(lock.release);
  onStop(await claimPort({ port: settings.PORT, host: '127.0.0.1', dataDir: settings.DATA_DIR }));
  await removePostgresPair(join(home, 'postgres'));
  await rm(home, { recursive: true, force: true });
}

function serversOf({ nginx, pgBouncer, databases, cluster }: Stack): Record<string, Server> {
  const redis = cluster.pairs.flatMap(({ master, replica }, place) => [
    [`Redis master ${place + 1}`, master],
    ...(replica === undefined ? [] : [[`Redis replica ${place + 1}`, replica]]),
  ]);
  return {
    nginx,
    pgBouncer,
    'PostgreSQL primary': databases.primary,
    'PostgreSQL replica': databases.replica,
    ...(Object.fromEntries(redis) as Record<string, Server>),
  };
}

async function start(launch: Launch): Promise<void> {
  const { root, home, log, settings, stop, onStop } = launch;
  await takePlace(launch);
  const abort = new AbortController();
  void stop.first.then((reason) => abort.abort(new Error(reason)));
  const appSecret = randomBytes(32).toString('hex');
  const demoFile = join(home, 'demo.json');
  const baseUrl = `http://127.0.0.1:${settings.PORT}`;
  let isRunning = false;
  const stack = await startStack({
    root,
    home,
    log,
    onStop,
    port: settings.PORT,
    signal: abort.signal,
    settings: { APP_SECRET: appSecret, LOG_LEVEL: settings.LOG_LEVEL },
    async onMigrated(databaseUrl) {
      await log.step({ doing: 'Seeding the demo studio', done: 'demo studio seeded' }, () =>
        seedDemo({ databaseUrl, appSecret, baseUrl, demoFile }),
      );
    },
    onServing({ tier, address, pid }) {
      if (isRunning) log.info(`  ${tier} ${address} serves again, pid ${pid()}`);
    },
  });
  isRunning = true;
  launch.hosts.push(...stack.hosts);
  const servers = serversOf(stack);
  onStop(keepRunning(servers, log));
  log.info();
  for (const line of tableOf(stack, servers)) log.info(`  ${line}`);
  log.info();
  log.info(`  Kill one with kill -9 PID: it is restarted. Logs are in ${join(home, 'log')}`);
  await printBanner({ baseUrl, localUrl: baseUrl, demoFile, seeded: true, log });
}

async function stopAll({ stop, log, hosts }: Launch, stops: (() => Promise<void> | void)[]): Promise<void> {
  void stop.again.then(() => {
    log.warn('Stopping immediately');
    for (const host of hosts) host.hurry();
  });
  for (const run of stops.toReversed()) {
    try {
      await run();
    } catch (error) {
      process.exitCode = 1;
      log.fail((error as Error).message);
    }
  }
}

/** Starts the stack and runs it until a stop request; then stops it and ends the process. */
export async function launchMulti(options: LaunchMultiOptions): Promise<never> {
  process.title = 'slipway-multi';
  const { log, parentPid, takeSignals } = options;
  const stop = listenForStop({ parentPid, takeSignals, byNpm: false });
  options.onStarterEnd(stop.request);
  const settings = readSettings(options);
  const stops: (() => Promise<void> | void)[] = [];
  const launch: Launch = {
    ...options,
    settings,
    home: resolve(settings.DATA_DIR, 'multi'),
    stop,
    onStop: (run) => void stops.push(run),
    hosts: [],
  };
  const starting = start(launch).catch((error: Error) => {
    if (stop.requested()) return;
    process.exitCode = 1;
    for (const line of error.message.split('\n')) log.fail(line);
    stop.request('the failure above');
  });
  log.info(`Stopping (${await stop.first}) …`);
  await starting;
  await stopAll(launch, stops);
  log.info('Stopped.');
  process.exit();
}

/** Long enough for a replica to take over from a Redis master. */
const PAUSE_MS = 10_000;

/** Restarts servers when they end. Returns a function that stops this. */
function keepRunning(servers: Readonly<Record<string, Server>>, log: Progress): () => Promise<void> {
  const timers = new Set<NodeJS.Timeout>();
  const starting = new Set<Promise<void>>();
  let isStopped = false;

  async function startAgain(name: string, server: Server): Promise<void> {
    try {
      await server.start();
      log.info(`  ${name} ${server.address} is running again, pid ${server.pid()}`);
    } catch (error) {
      log.warn(`${name} ${server.address} did not start: ${(error as Error).message}`);
      later(name, server);
    }
  }

  function later(name: string, server: Server): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const start = startAgain(name, server).finally(() => starting.delete(start));
      starting.add(start);
    }, PAUSE_MS);
    timers.add(timer);
  }

  for (const [name, server] of Object.entries(servers)) {
    server.onLost(() => {
      if (isStopped) return;
      log.warn(`${name} ${server.address} has ended, starting it again in ${PAUSE_MS / 1000} s`);
      later(name, server);
    });
  }
  return async () => {
    isStopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(starting);
  };
}

const HEADER = ['Role', 'Address', 'Metrics', 'Pid'];

/** Lists what runs where: a line for each process, in aligned columns. */
function tableOf({ hosts, port, metricsPort }: Stack, servers: Readonly<Record<string, Server>>): string[] {
  const rows = [
    HEADER,
    ...hosts.map(({ tier, address, pid }) => [
      tier,
      tier === 'worker' ? address : `${address}:${port}`,
      `http://${address}:${metricsPort}/metrics`,
      String(pid()),
    ]),
    ...Object.entries(servers).map(([name, { address, pid }]) => [name, address, '', String(pid())]),
  ];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
