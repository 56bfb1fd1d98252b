import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, type ProcessIdentity, startMark, thisProcess, withLock } from '../process-lock.mjs';
import { freePort } from './ports.js';
import { signal, waitForEnd } from './processes.js';
import { openServerLog, type ServerLog } from './server-log.js';
import { prepareRecord, readRecord, type ServiceRecord, writeRecord } from './service-record.js';

/** A server that this process uses until it calls `stop`. */
export interface LocalService {
  /** Connection URL. It contains the password: never print it. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** True if the server was already running: another process uses it, or a process that used it was killed. */
  readonly adopted: boolean;
  /** Resolves when the server process has ended, for any reason. */
  readonly exited: Promise<void>;
  /** Releases the server, and shuts it down unless another process uses it. */
  stop(): Promise<void>;
}

/** How to find, start and stop one kind of server. */
export interface ServiceKind {
  name: string;
  recordFile: string;
  lockFile: string;
  logFile: string;
  url(port: number): string;
  /** The pid of a server that runs on the same data. */
  findRunning(record: ServiceRecord): Promise<number | undefined>;
  /** Cleans up after a crash and creates the data folder if necessary. */
  prepare(): Promise<void>;
  /** `log` is the descriptor of the log file. */
  spawn(port: number, log: number): ChildProcess | Promise<ChildProcess>;
  /** Resolves when the server responds; rejects if it fails. `alive` returns false once the process has ended. */
  waitReady(port: number, pid: number, alive: () => boolean): Promise<void>;
  /** Whether to retry after a failed start, which wrote this: on another port, a moment later, or not at all. */
  afterFailure(written: string): 'other-port' | 'wait' | 'give-up';
  stopSignal: NodeJS.Signals;
  killSignal: NodeJS.Signals;
}

const retryWindowMs = 15_000;
const stopTimeoutMs = 10_000;
const pollMs = 250;

interface Running {
  port: number;
  server: ProcessIdentity;
  child?: ChildProcess;
}

function identify(pid: number): ProcessIdentity {
  return { pid, started: startMark(pid) ?? '' };
}

async function terminate(kind: ServiceKind, server: ProcessIdentity): Promise<void> {
  if (!isAlive(server)) return;
  signal(server.pid, kind.stopSignal);
  if (await waitForEnd(server, stopTimeoutMs)) return;
  signal(server.pid, kind.killSignal);
  if (await waitForEnd(server, stopTimeoutMs)) return;
  throw new Error(`${kind.name} (pid ${server.pid}) does not stop`);
}

/** Joins a server that runs on this data. Terminates a server that does not respond and that nobody uses. */
async function join(kind: ServiceKind, record: ServiceRecord): Promise<Running | undefined> {
  const pid = await kind.findRunning(record);
  if (pid === undefined) return undefined;
  const server = identify(pid);
  if (record.port !== undefined) {
    try {
      await waitReady(
        kind,
        kind.waitReady(record.port, pid, () => isAlive(server)),
      );
      return { port: record.port, server };
    } catch (error) {
      if (record.users.length > 0) throw error;
    }
  }
  await terminate(kind, server);
  return undefined;
}

/** Rejects with what the server wrote, if it wrote anything. */
async function waitReady({ name, logFile }: ServiceKind, ready: Promise<void>, log?: ServerLog): Promise<void> {
  try {
    await ready;
  } catch (error) {
    const reason = log?.written().split('\n').slice(-3).join('\n') || (error as Error).message;
    throw new Error(`${name} did not start: ${reason}\nIts log is ${logFile}`, { cause: error });
  }
}

async function spawnOnce(kind: ServiceKind, port: number, log: ServerLog): Promise<Running> {
  writeRecord(kind.recordFile, { port, users: [] });
  const child = await kind.spawn(port, log.descriptor);
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  if (child.pid === undefined) return failed;
  const server = identify(child.pid);
  writeRecord(kind.recordFile, { port, server, users: [] });
  const alive = () => child.exitCode === null && child.signalCode === null;
  try {
    await Promise.race([failed, waitReady(kind, kind.waitReady(port, child.pid, alive), log)]);
    return { port, server, child };
  } catch (error) {
    if (alive()) await terminate(kind, server);
    throw error;
  }
}

async function spawnServer(kind: ServiceKind, previousPort: number | undefined): Promise<Running> {
  await kind.prepare();
  const deadline = Date.now() + retryWindowMs;
  let port = await freePort(previousPort);
  for (;;) {
    const log = openServerLog(kind.logFile);
    try {
      return await spawnOnce(kind, port, log);
    } catch (error) {
      const next = kind.afterFailure(log.written());
      if (next === 'give-up' || Date.now() > deadline) throw error;
      if (next === 'other-port') port = await freePort();
      else await delay(pollMs);
    } finally {
      log.close();
    }
  }
}

function endOf({ child, server }: Running): Promise<void> {
  return new Promise((resolve) => {
    if (child) {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
      return;
    }
    const timer = setInterval(() => {
      if (isAlive(server)) return;
      clearInterval(timer);
      resolve();
    }, pollMs);
    timer.unref();
  });
}

/** Starts the server, or joins the one that runs on the same data. Concurrent starts wait for each other. */
export async function startService(kind: ServiceKind): Promise<LocalService> {
  await prepareRecord(kind.recordFile);
  const handle = randomUUID();
  return withLock(kind.lockFile, async () => {
    const record = readRecord(kind.recordFile);
    const joined = await join(kind, record);
    const running = joined ?? (await spawnServer(kind, record.port));
    const users = joined ? record.users : [];
    const { port, server } = running;
    writeRecord(kind.recordFile, { port, server, users: [...users, { ...thisProcess(), handle }] });
    return serviceHandle(kind, running, handle);
  });
}

function serviceHandle(kind: ServiceKind, running: Running, handle: string): LocalService {
  let stopping: Promise<void> | undefined;
  const release = () =>
    withLock(kind.lockFile, async () => {
      const record = readRecord(kind.recordFile);
      // Another process has since started a new server: leave it running.
      const replaced =
        record.server?.started !== running.server.started || record.server.pid !== running.server.pid;
      const users = record.users.filter((user) => user.handle !== handle);
      if (replaced || users.length > 0) return writeRecord(kind.recordFile, { ...record, users });
      await terminate(kind, running.server);
      writeRecord(kind.recordFile, { port: running.port, users: [] });
    });
  return {
    url: kind.url(running.port),
    port: running.port,
    pid: running.server.pid,
    adopted: running.child === undefined,
    exited: endOf(running),
    stop() {
      stopping ??= release();
      return stopping;
    },
  };
}
