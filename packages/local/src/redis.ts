import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../process-lock.mjs';
import { pingRedis } from './call-redis.js';
import { listProcesses, workingFolder } from './processes.js';
import { ensureProgram } from './programs.js';
import { realFolder } from './real-folder.js';
import { secretFile } from './secret-file.js';
import { type LocalService, type ServiceKind, startService } from './service.js';
import type { Environment } from './system-program.js';

export interface RedisOptions {
  /**
   * The folder for all files of the server: data in `redis`, its log in `log`, port and users in `run`, the password in
   * `redis.password`. Two starts with the same folder share one server.
   */
  home: string;
  /** The environment in which the server is looked up and, if necessary, installed. */
  env?: Environment;
  /** False stores nothing on disk; for tests only. */
  durable?: boolean;
  databases?: number;
  /** Receives a line if a step takes long. */
  log?: (line: string) => void;
}

const readyTimeoutMs = 60_000;

/** Half of the memory, because rewriting the append-only file can double the usage. */
function memoryLimitBytes(): number {
  const constrained = process.constrainedMemory() ?? 0;
  const total = totalmem();
  return Math.floor((constrained > 0 && constrained < total ? constrained : total) / 2);
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function configuration(options: {
  port: number;
  dataDir: string;
  password: string;
  durable: boolean;
  databases: number;
}) {
  const { port, dataDir, password, durable, databases } = options;
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${quote(dataDir)}`,
    'daemonize no',
    `databases ${databases}`,
    'save ""',
    `appendonly ${durable ? 'yes' : 'no'}`,
    'appendfsync always',
    'aof-load-truncated yes',
    `maxmemory ${memoryLimitBytes()}`,
    'maxmemory-policy noeviction',
    '',
  ].join('\n');
}

/**
 * Finds a server on this folder that is missing from the record, because its starter was killed before recording it.
 */
async function findUnrecorded(dataDir: string): Promise<number | undefined> {
  const servers = (await listProcesses()).filter(({ args }) =>
    /^(redis|valkey)-server/.test(basename(args[0] ?? '')),
  );
  for (const { pid } of servers) if ((await workingFolder(pid)) === dataDir) return pid;
  return undefined;
}

async function waitReady(url: string, alive: () => boolean): Promise<void> {
  let deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    try {
      return await pingRedis(url);
    } catch (error) {
      // Loading a large append-only file takes long; Redis reports that it is still loading.
      if (/^LOADING/.test((error as Error).message)) deadline = Date.now() + readyTimeoutMs;
      if (!alive() || Date.now() > deadline) throw error;
      await delay(20);
    }
  }
}

function redisKind(binary: string, password: string, options: RedisOptions): ServiceKind {
  const { home, durable = true, databases = 64 } = options;
  const dataDir = join(home, 'redis');
  const configFile = join(home, 'redis.conf');
  const url = (port: number) => `redis://:${password}@127.0.0.1:${port}`;
  return {
    name: 'Redis',
    recordFile: join(home, 'run', 'redis.json'),
    lockFile: join(home, 'run', 'redis.lock'),
    logFile: join(home, 'log', 'redis.log'),
    url,
    findRunning: (record) =>
      isAlive(record.server) ? Promise.resolve(record.server?.pid) : findUnrecorded(dataDir),
    async prepare() {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
    },
    async spawn(port, log) {
      await writeFile(configFile, configuration({ port, dataDir, password, durable, databases }), { mode: 0o600 });
      return spawn(binary, [configFile], {
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        detached: true,
        stdio: ['ignore', log, log],
      });
    },
    waitReady: (port, _pid, alive) => waitReady(url(port), alive),
    afterFailure: (written) => (/Address already in use/i.test(written) ? 'other-port' : 'give-up'),
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
  };
}

/**
 * Starts Redis (or Valkey), or joins the one that runs on the same folder. A start reuses the previous port if it is
 * free, so that the URL stays the same.
 */
export async function startRedis(options: RedisOptions): Promise<LocalService> {
  const home = await realFolder(options.home);
  const binary = await ensureProgram('redis', options.env, options.log);
  const password = await secretFile(join(home, 'redis.password'));
  return startService(redisKind(binary, password, { ...options, home }));
}
