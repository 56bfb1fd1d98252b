import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claimPort, freePort } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { SettingsError } from '@slipway/runtime';
import { printBanner } from './banner.js';
import { holdPort } from './hold-port.js';
import { appSecret, type LaunchSettings, readLaunchSettings } from './launch-settings.js';
import { listenForStop, type StopRequest, type StopSources } from './listen-for-stop.js';
import type { Progress } from './progress.js';
import { type DemoReceiver, RECEIVER_NETWORK, startDemoReceiver } from './receiver/demo-receiver.js';
import { startSeed } from './start-seed.js';
import { startServices } from './start-services.js';
import { type SupervisedChild, superviseChild } from './supervise-child.js';

/** What `infra/start.mjs` passes on once the checkout is compiled. */
export interface LaunchOptions extends Pick<StopSources, 'parentPid' | 'takeSignals'> {
  root: string;
  log: Progress;
  /** The folder of the bundled processes, once they and the pages are built. */
  programs: Promise<string>;
  /** Releases the port, if it was claimed before anything was compiled. */
  releasePort?: () => void;
}

interface Start extends LaunchOptions, LaunchSettings {
  dataDir: string;
  /** Where the children log, if this process runs in a terminal: JSON lines would break the progress lines. */
  logFile: string | undefined;
  stop: StopRequest;
  /** What to undo on stop, last entry first. A second stop request calls `hurry`. */
  undo: { run: () => Promise<void> | void; hurry?: () => void }[];
}

class StoppedError extends Error {}

function throwIfStopped({ stop }: Start): void {
  if (stop.requested()) throw new StoppedError('stop requested');
}

async function startData(start: Start, children: SupervisedChild[], receiver: DemoReceiver | null) {
  const { databaseUrl, directUrl, redisUrl, dataDir, log, settings } = start;
  const onMoved = () => {
    for (const child of children) child.restart();
  };
  const urls = { databaseUrl, directUrl, redisUrl };
  const folders = { dataDir, toolsDir: join(start.root, '.data', 'tools') };
  const demo = start.seedDemo ? startSeed(join(dataDir, 'demo.json')) : null;
  if (demo !== null) start.undo.push({ run: demo.stop });
  const services = await startServices({ ...folders, env: process.env, ...urls, settings, log, onMoved });
  start.undo.push({ run: services.stop });
  throwIfStopped(start);
  const secret = await appSecret(process.env, dataDir);
  await log.step(
    {
      doing: 'Applying migrations',
      done: ({ applied }: { applied: string[] }) =>
        applied.length > 0 ? `${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} applied` : '',
    },
    (update) => migrate(services.directUrl(), { onStep: (name) => update(`Applying migration ${name}`) }),
  );
  throwIfStopped(start);
  if (demo !== null) {
    await log.step(
      {
        doing: 'Seeding the demo studio',
        done: ({ seeded }: { seeded: boolean }) => (seeded ? 'demo studio seeded' : ''),
      },
      () =>
        demo.seed({
          databaseUrl: services.databaseUrl(),
          appSecret: secret,
          baseUrl: settings.BASE_URL,
          ...(receiver && { receiverUrl: receiver.url }),
        }),
    );
    throwIfStopped(start);
  }
  return { services, secret };
}

/** Shows the demo's notifications, unless the operator has other plans for them. */
async function startReceiver({ seedDemo: isDemo, settings, undo }: Start): Promise<DemoReceiver | null> {
  if (!isDemo || settings.NOTIFICATION_ALLOWED_NETWORKS !== '') return null;
  const receiver = await startDemoReceiver(settings.PORT);
  if (receiver !== null) undo.push({ run: receiver.stop });
  return receiver;
}

async function startChildren(start: Start, children: SupervisedChild[]): Promise<DemoReceiver | null> {
  const receiver = await startReceiver(start);
  const { services, secret } = await startData(start, children, receiver);
  const programs = await Promise.race([start.programs, start.stop.first]);
  throwIfStopped(start);
  const { settings, dataDir, log, stop } = start;
  const serverMetrics = process.env.METRICS_PORT ? settings.METRICS_PORT : await freePort();
  const workerMetrics = await freePort();
  const env = (metricsPort: number) => () => ({
    ...process.env,
    DATABASE_URL: services.databaseUrl(),
    REDIS_URL: services.redisUrl(),
    APP_SECRET: secret,
    HOST: settings.HOST,
    PORT: String(settings.PORT),
    BASE_URL: settings.BASE_URL,
    DATA_DIR: dataDir,
    SPOOL_DIR: settings.SPOOL_DIR,
    METRICS_PORT: String(metricsPort),
    ...(receiver && { NOTIFICATION_ALLOWED_NETWORKS: RECEIVER_NETWORK }),
    WORKER_METRICS_URL: `http://127.0.0.1:${workerMetrics}/metrics.json`,
  });
  const onGiveUp = (reason: string) => {
    process.exitCode = 1;
    log.fail(start.logFile === undefined ? reason : `${reason}; its log is ${start.logFile}`);
    stop.request('the failure above');
  };
  const script = (app: string) => join(programs, 'apps', `${app}.mjs`);
  const held = await holdPort(settings.HOST, settings.PORT);
  const roles = [
    { title: 'slipway-worker', script: script('worker'), env: env(workerMetrics) },
    { title: 'slipway-server', script: script('standalone'), env: env(serverMetrics), socket: held.fd },
  ];
  for (const role of roles) {
    const child = superviseChild({ ...role, log, logFile: start.logFile, onGiveUp });
    children.push(child);
    start.undo.push({ run: () => child.stop(), hurry: () => child.kill() });
  }
  // Closed before the server drains: a connection that no server will accept is refused instead of kept waiting.
  start.undo.push({ run: () => held.close() });
  return receiver;
}

async function waitReady(start: Start, children: SupervisedChild[], localUrl: string): Promise<void> {
  await start.log.step({ doing: 'Starting the service', done: 'service is ready' }, async (update) => {
    await Promise.race([Promise.all(children.map(({ ready }) => ready)), start.stop.first]);
    while (!start.stop.requested()) {
      try {
        const response = await fetch(`${localUrl}/readyz`, { signal: AbortSignal.timeout(2000) });
        if (response.ok) return;
        update(`Starting the service: ${(await response.text()).slice(0, 200)}`);
      } catch {
        update('Starting the service');
      }
      await delay(50);
    }
    throwIfStopped(start);
  });
}

async function startAll(start: Start): Promise<void> {
  const { settings, dataDir, log, logFile } = start;
  const children: SupervisedChild[] = [];
  const receiver = await startChildren(start, children);
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? '127.0.0.1' : settings.HOST;
  const localUrl = `http://${host}:${settings.PORT}`;
  await waitReady(start, children, localUrl);
  const demoFile = join(dataDir, 'demo.json');
  const { seedDemo: seeded } = start;
  await printBanner({ baseUrl: settings.BASE_URL, localUrl, demoFile, seeded, receiver, logFile, log });
}

async function stopAll({ undo, stop, log }: Start): Promise<void> {
  void stop.again.then(() => {
    log.warn('Stopping immediately');
    for (const { hurry } of undo) hurry?.();
  });
  for (const { run } of undo.toReversed()) {
    try {
      await run();
    } catch (error) {
      process.exitCode = 1;
      log.fail((error as Error).message);
    }
  }
}

function readSettings(defaultDataDir: string, log: Progress): LaunchSettings {
  try {
    return readLaunchSettings(process.env, defaultDataDir);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const problem of error.problems) log.fail(problem);
    return process.exit(1);
  }
}

/** Starts everything and runs it until a stop request; then stops it in order and ends the process. */
export async function launch(options: LaunchOptions): Promise<never> {
  process.title = 'slipway-supervisor';
  const { log, root, parentPid, takeSignals } = options;
  const stop = listenForStop({ parentPid, takeSignals, byNpm: process.env.npm_lifecycle_event !== undefined });
  const launchSettings = readSettings(join(root, '.data'), log);
  const { PORT: port, HOST: host, DATA_DIR } = launchSettings.settings;
  const dataDir = resolve(root, DATA_DIR);
  const releasePort = options.releasePort ?? (await claimPort({ port, host, dataDir }));
  const logFile = process.stdout.isTTY ? join(dataDir, 'log', 'slipway.log') : undefined;
  const undo = [{ run: releasePort }];
  const start: Start = { ...options, ...launchSettings, dataDir, logFile, stop, undo };
  const starting = startAll(start).catch((error: Error) => {
    // A second request would end everything immediately.
    if (error instanceof StoppedError) return;
    process.exitCode = 1;
    for (const line of error.message.split('\n')) log.fail(line);
    stop.request('the failure above');
  });
  const reason = await stop.first;
  log.info(`Stopping (${reason}) …`);
  await Promise.race([starting, stop.again]);
  await stopAll(start);
  log.info('Stopped.');
  process.exit();
}
