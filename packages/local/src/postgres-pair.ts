import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMark } from '../process-lock.mjs';
import { startPostgres } from './postgres.js';
import { findPostmaster } from './postmaster.js';
import { signal, waitForEnd } from './processes.js';
import type { Server } from './server.js';
import type { LocalService } from './service.js';

export interface PostgresServer extends Server {
  readonly url: string;
}

export interface PostgresPair {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
  /** Ends both and deletes their data. */
  stop(): Promise<void>;
}

export interface PostgresPairOptions {
  /** Where the servers store their files; a temporary folder by default. */
  readonly home?: string;
  readonly tools: string;
}

const END_TIMEOUT_MS = 10_000;
const settings = { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on', shared_buffers: '32MB' };

export async function startPostgresPair({ home, tools }: PostgresPairOptions): Promise<PostgresPair> {
  const folder = home ?? (await mkdtemp(join(tmpdir(), 'slipway-pair-')));
  // If this process is root, the servers run as another user.
  if (home === undefined) await chmod(folder, 0o755);
  const options = { tools, durable: false, settings };
  const homes = { primary: join(folder, 'primary'), replica: join(folder, 'replica') };
  const primary = await postgresServer(() => startPostgres({ ...options, home: homes.primary }));
  const replica = await postgresServer(() =>
    startPostgres({ ...options, home: homes.replica, replicaOf: primary.server.url }),
  ).catch(async (error: Error) => {
    await primary.stop();
    throw error;
  });
  return {
    primary: primary.server,
    replica: replica.server,
    async stop() {
      for (const each of [replica, primary]) await each.stop();
      await removePostgresPair(folder);
    },
  };
}

/** Deletes the data of a pair. Ends servers that a killed process left running. */
export async function removePostgresPair(home: string): Promise<void> {
  for (const name of ['replica', 'primary']) await removePostgres(join(home, name));
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

/** Deletes the data of a server, including the part outside `home`. Ends the server if it is running. */
export async function removePostgres(home: string): Promise<void> {
  const outside = (await readFile(join(home, 'postgres.path'), 'utf8').catch(() => '')).trim();
  const pid = await findPostmaster(join(outside || home, 'postgres'));
  if (pid !== undefined) await end(pid);
  if (outside.startsWith('/var/lib/slipway/')) await rm(outside, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

async function end(pid: number): Promise<void> {
  const left = { pid, started: startMark(pid) ?? '' };
  signal(pid, 'SIGQUIT');
  if (!(await waitForEnd(left, END_TIMEOUT_MS))) throw new Error(`PostgreSQL (pid ${pid}) does not stop`);
}

async function postgresServer(startService: () => Promise<LocalService>) {
  let service = await startService();
  let isRunning = true;
  const listeners: (() => void)[] = [];
  function watch(watched: LocalService): void {
    void watched.exited.then(() => {
      if (service !== watched || !isRunning) return;
      isRunning = false;
      for (const listener of listeners) listener();
    });
  }
  watch(service);
  const server: PostgresServer = {
    url: service.url,
    address: `127.0.0.1:${service.port}`,
    pid: () => (isRunning ? service.pid : undefined),
    async start() {
      service = await startService();
      isRunning = true;
      watch(service);
    },
    async kill() {
      isRunning = false;
      process.kill(service.pid, 'SIGQUIT');
      await service.exited;
    },
    onLost: (listener) => void listeners.push(listener),
  };
  return {
    server,
    stop() {
      isRunning = false;
      return service.stop();
    },
  };
}
