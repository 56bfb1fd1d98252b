import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { withLock } from '../process-lock.mjs';
import { clearCrash, ensureDataDir, roleName, serverEnv } from './postgres-data.js';
import { type PostgresPlace, preparePlace } from './postgres-place.js';
import { type PostgresRecovery, restoreDataDir } from './postgres-recovery.js';
import { copyDataDir } from './postgres-replica.js';
import { findPostmaster, readPostmasterFile } from './postmaster.js';
import { realFolder } from './real-folder.js';
import { secretFile } from './secret-file.js';
import { type LocalService, type ServiceKind, startService } from './service.js';

export interface PostgresOptions {
  /**
   * The folder for all files of the server: data in `postgres`, its log in `log`, port and users in `run`, the password
   * in `postgres.password`. Two starts with the same folder share one server.
   */
  home: string;
  /** The folder for the unpacked server binaries, which several homes may share; `home` by default. */
  tools?: string;
  /** False trades crash safety for speed; for tests only. */
  durable?: boolean;
  /** Server settings that differ from the defaults. */
  settings?: Readonly<Record<string, string>>;
  /** The URL of a server on this machine; this one becomes its streaming replica. */
  replicaOf?: string;
  /** The server starts with what is recovered from a backup. */
  recovery?: PostgresRecovery;
  /** Receives a line if a step takes long. */
  log?: (line: string) => void;
}

const databaseName = 'slipway';
const readyTimeoutMs = 120_000;
const logRecoveryAfterMs = 3000;
const connectTimeoutMs = 4000;

const settings = {
  listen_addresses: '127.0.0.1',
  // No socket file: its path is limited to 107 bytes, and its folder may belong to another user.
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '100',
  wal_compression: 'on',
  max_wal_size: '2GB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // A test run creates hundreds of short-lived databases; vacuuming them would only slow the tests down.
  autovacuum: 'off',
};

function serverArgs(place: PostgresPlace, port: number, options: PostgresOptions): string[] {
  const all = {
    ...settings,
    ...((options.durable ?? true) ? {} : unsafeSettings),
    ...options.settings,
    cluster_name: place.clusterName,
    port: String(port),
  };
  return ['-D', place.dataDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // An error while the connection closes must not crash the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Resolves when the PostgreSQL at the URL responds; rejects with the reason otherwise. */
export function pingPostgres(url: string): Promise<void> {
  return query(url, 'select 1');
}

async function ensureDatabase(url: string): Promise<void> {
  try {
    await pingPostgres(url);
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    await query(url.replace(/[^/]+$/, 'postgres'), `create database ${databaseName}`);
  }
}

async function waitReady(place: PostgresPlace, pid: number, alive: () => boolean, log: (line: string) => void) {
  const began = Date.now();
  let logged = false;
  for (;;) {
    const file = await readPostmasterFile(place.dataDir);
    if (file?.pid === pid && file.status === 'ready') return;
    if (!alive()) throw new Error('PostgreSQL exited while starting');
    const waitedMs = Date.now() - began;
    if (waitedMs > readyTimeoutMs) throw new Error(`PostgreSQL was not ready after ${readyTimeoutMs / 1000} s`);
    if (!logged && waitedMs > logRecoveryAfterMs) {
      logged = true;
      log('PostgreSQL is recovering from an unclean stop');
    }
    await delay(20);
  }
}

function nextStepAfter(written: string): 'other-port' | 'wait' | 'give-up' {
  if (/could not bind|Address already in use/i.test(written)) return 'other-port';
  return /pre-existing shared memory block|lock file "postmaster.pid"/.test(written) ? 'wait' : 'give-up';
}

function postgresKind(place: PostgresPlace, password: string, options: PostgresOptions): ServiceKind {
  const { home, durable = true, replicaOf, recovery, log = () => undefined } = options;
  const url = (port: number) => `postgresql://${roleName}:${password}@127.0.0.1:${port}/${databaseName}`;
  return {
    name: 'PostgreSQL',
    recordFile: join(home, 'run', 'postgres.json'),
    lockFile: join(home, 'run', 'postgres.lock'),
    logFile: join(home, 'log', 'postgres.log'),
    url,
    findRunning: () => findPostmaster(place.dataDir),
    async prepare() {
      await clearCrash(place);
      if (replicaOf !== undefined) await copyDataDir(place, replicaOf);
      else if (recovery !== undefined) await restoreDataDir(place, recovery);
      else await ensureDataDir(place, password, durable);
    },
    spawn(port, log) {
      const identity = place.user ? { uid: place.user.uid, gid: place.user.gid } : {};
      return spawn(join(place.binaries, 'postgres'), serverArgs(place, port, options), {
        cwd: '/',
        env: serverEnv,
        detached: true,
        stdio: ['ignore', log, log],
        ...identity,
      });
    },
    async waitReady(port, pid, alive) {
      await waitReady(place, pid, alive, log);
      await ensureDatabase(url(port));
    },
    afterFailure: nextStepAfter,
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
  };
}

/**
 * Starts PostgreSQL, or joins the one that runs on the same folder. A start reuses the previous port if it is free, so
 * that the URL stays the same.
 */
export async function startPostgres(options: PostgresOptions): Promise<LocalService> {
  const home = await realFolder(options.home);
  const tools = options.tools === undefined ? home : await realFolder(options.tools);
  const place = await withLock(join(home, 'run', 'postgres-place.lock'), () => preparePlace(home, tools));
  const original = options.replicaOf ?? options.recovery?.url;
  const password =
    original === undefined ? await secretFile(join(home, 'postgres.password')) : new URL(original).password;
  return startService(postgresKind(place, password, { ...options, home }));
}
