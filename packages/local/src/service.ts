import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, type ProcessIdentity, startMark, thisProcess, withLock } from '../process-lock.mjs';
import { freePort } from './ports.js';
import { signal, waitForEnd } from './processes.js';
import { prepareRecord, readRecord, type ServiceRecord, writeRecord } from './service-record.js';

/** A server this process may use until it calls `stop`. */
export interface LocalService {
  /** Connection URL with the password in it: never print it. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** True when the server was running already, left behind by a start that died or shared with one that lives. */
  readonly adopted: boolean;
  /** Settles when the server process has ended, whoever ended it. */
  readonly exited: Promise<void>;
  /** Gives the server up. It is shut down unless another living process still uses it. */
  stop(): Promise<void>;
}

/** How one kind of server is found, spawned and stopped. */
export interface ServiceKind {
  name: string;
  recordFile: string;
  lockFile: string;
  url(port: number): string;
  /** The pid of a server alive on the same data. */
  findRunning(record: ServiceRecord): Promise<number | undefined>;
  /** Clears what a crash left and makes the data folder when there is none. */
  prepare(): Promise<void>;
  spawn(port: number): ChildProcess | Promise<ChildProcess>;
  /** Resolves when the server answers; rejects when it cannot. `alive` turns false when the process has ended. */
  waitReady(port: number, pid: number, alive: () => boolean): Promise<void>;
  /** After a spawn that ended at once: whether another try may work, on another port or a moment later. */
  afterFailure(): Promise<'other-port' | 'wait' | 'give-up'>;
  gentle: NodeJS.Signals;
  forced: NodeJS.Signals;
}

const retryWindowMs = 15_000;
const gentleMs = 10_000;
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
  signal(server.pid, kind.gentle);
  if (await waitForEnd(server, gentleMs)) return;
  signal(server.pid, kind.forced);
  if (await waitForEnd(server, gentleMs)) return;
  throw new Error(`${kind.name} (pid ${server.pid}) does not end`);
}

/** Joins a server that is alive on this data. One that nobody uses and that does not answer is ended instead. */
async function join(kind: ServiceKind, record: ServiceRecord): Promise<Running | undefined> {
  const pid = await kind.findRunning(record);
  if (pid === undefined) return undefined;
  const server = identify(pid);
  if (record.port !== undefined) {
    try {
      await kind.waitReady(record.port, pid, () => isAlive(server));
      return { port: record.port, server };
    } catch (error) {
      if (record.users.length > 0) throw error;
    }
  }
  await terminate(kind, server);
  return undefined;
}

async function spawnOnce(kind: ServiceKind, port: number): Promise<Running> {
  writeRecord(kind.recordFile, { port, users: [] });
  const child = await kind.spawn(port);
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  if (child.pid === undefined) return failed;
  const server = identify(child.pid);
  writeRecord(kind.recordFile, { port, server, users: [] });
  const alive = () => child.exitCode === null && child.signalCode === null;
  try {
    await Promise.race([failed, kind.waitReady(port, child.pid, alive)]);
    return { port, server, child };
  } catch (error) {
    if (alive()) await terminate(kind, server);
    throw error;
  }
}

async function spawnServer(kind: ServiceKind, remembered: number | undefined): Promise<Running> {
  await kind.prepare();
  const deadline = Date.now() + retryWindowMs;
  let port = await freePort(remembered);
  for (;;) {
    try {
      return await spawnOnce(kind, port);
    } catch (error) {
      const next = await kind.afterFailure();
      if (next === 'give-up' || Date.now() > deadline) throw error;
      if (next === 'other-port') port = await freePort();
      else await delay(pollMs);
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

/** Starts the server, or joins the one alive on the same data; starts racing for it wait for each other. */
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
      // A server started since by someone else is not ours to end.
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
