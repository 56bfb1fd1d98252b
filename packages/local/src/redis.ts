import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../process-lock.mjs';
import { listProcesses, workingFolder } from './processes.js';
import { realFolder } from './real-folder.js';
import { type Environment, ensureRedis } from './redis-binary.js';
import { pingRedis } from './redis-probe.js';
import { secretFile } from './secret-file.js';
import { openServerLog, type ServerLog } from './server-log.js';
import { type LocalService, type ServiceKind, startService } from './service.js';

/** Options of `startRedis`. */
export interface RedisOptions {
  /**
   * Folder for everything the server keeps: data in `redis`, its log in `log`, port and users in `run`, the password
   * in `redis.password`. Two starts with the same folder share one server.
   */
  home: string;
  /** Environment to look for the server in and to install it with. */
  env?: Environment;
  /** False keeps nothing on disk: for tests only. */
  durable?: boolean;
  /** How many numbered databases it has. */
  databases?: number;
  /** Receives a line when something takes its time. */
  log?: (line: string) => void;
}

const readyTimeoutMs = 60_000;

/** Half of the memory: the rest is headroom for the copy a rewrite of the log makes. */
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

/** A server of this folder that the record does not know of, for it was killed before it could be noted. */
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
      // A large log takes its time to load, and Redis says that it is at it.
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
  const logFile = join(home, 'log', 'redis.log');
  const url = (port: number) => `redis://:${password}@127.0.0.1:${port}`;
  let serverLog: ServerLog | undefined;
  return {
    name: 'Redis',
    recordFile: join(home, 'run', 'redis.json'),
    lockFile: join(home, 'run', 'redis.lock'),
    url,
    findRunning: (record) =>
      isAlive(record.server) ? Promise.resolve(record.server?.pid) : findUnrecorded(dataDir),
    async prepare() {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
    },
    async spawn(port) {
      await writeFile(configFile, configuration({ port, dataDir, password, durable, databases }), { mode: 0o600 });
      serverLog = openServerLog(logFile);
      const { descriptor } = serverLog;
      const stdio: ['ignore', number, number] = ['ignore', descriptor, descriptor];
      const child = spawn(binary, [configFile], {
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        detached: true,
        stdio,
      });
      serverLog.close();
      return child;
    },
    async waitReady(port, _pid, alive) {
      try {
        await waitReady(url(port), alive);
      } catch (error) {
        const reason = serverLog?.written().split('\n').slice(-3).join('\n') || (error as Error).message;
        throw new Error(`Redis did not start: ${reason}\nIts log is ${logFile}`, { cause: error });
      }
    },
    afterFailure: async () =>
      /Address already in use/i.test(serverLog?.written() ?? '') ? 'other-port' : 'give-up',
    gentle: 'SIGTERM',
    forced: 'SIGKILL',
  };
}

/**
 * Starts Redis (or Valkey) on a port of its own, or joins the one alive on the same folder. The port is kept between
 * starts as long as it is free, so the URL stays the same.
 */
export async function startRedis(options: RedisOptions): Promise<LocalService> {
  const home = await realFolder(options.home);
  const binary = await ensureRedis(options.env ?? {}, options.log ?? (() => undefined));
  const password = await secretFile(join(home, 'redis.password'));
  return startService(redisKind(binary, password, { ...options, home }));
}
