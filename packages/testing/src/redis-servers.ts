import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callRedis, ensureRedis, freePort } from '@slipway/local';
import { eventually } from './eventually.js';

/** A Redis server or Sentinel in a process of its own. */
export interface RedisServer {
  readonly port: number;
  /** Sends one command, and resolves with the answer. */
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  /** A value of INFO. */
  info(name: string): Promise<string | undefined>;
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts it again, with its files and port. */
  restart(): Promise<void>;
}

export interface RedisServerOptions {
  /** Lines of its configuration, beyond port and folder. */
  readonly lines: readonly string[];
  readonly sentinel?: boolean;
  /** Its password; it is part of the lines too. */
  readonly password: string;
  /** True for a server that only speaks TLS, to which `call` does not work. */
  readonly tls?: boolean;
}

/** The configuration that infra/docs/redis.md recommends, for a server that is or may become a master. */
export function durableLines(password: string): string[] {
  return [
    `requirepass ${password}`,
    `masterauth ${password}`,
    'appendonly yes',
    'appendfsync always',
    'maxmemory-policy noeviction',
    'repl-diskless-sync-delay 0',
  ];
}

const taken = new Set<number>();

/** A free port that no other server of this file was given. */
export async function ownPort(): Promise<number> {
  const port = await freePort();
  if (taken.has(port)) return ownPort();
  taken.add(port);
  return port;
}

/** Redis servers of a test file. */
export interface RedisServers {
  start(options: RedisServerOptions): Promise<RedisServer>;
  /** Ends all of them, and deletes their files. Clients should be closed before: some wait for their server. */
  stop(): Promise<void>;
}

/** Each server gets a folder and a port of its own. */
export async function redisServers(): Promise<RedisServers> {
  const binary = await ensureRedis({}, () => undefined);
  const home = await mkdtemp(join(tmpdir(), 'slipway-redis-'));
  const children = new Set<ChildProcess>();
  async function run(config: string, sentinel: boolean): Promise<ChildProcess> {
    const args = sentinel ? [config, '--sentinel'] : [config];
    const child = spawn(binary, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } });
    children.add(child);
    await once(child, 'spawn');
    return child;
  }
  return {
    async start(options) {
      const port = await ownPort();
      const dir = join(home, String(port));
      await mkdir(dir);
      const config = join(dir, 'redis.conf');
      await writeFile(config, [...listening(port, dir, options), ...options.lines, ''].join('\n'));
      const server = toServer(port, options, () => run(config, options.sentinel ?? false));
      await server.restart();
      return server;
    },
    async stop() {
      for (const child of children) child.kill('SIGKILL');
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function listening(port: number, dir: string, { tls = false }: RedisServerOptions): string[] {
  const ports = tls ? [`tls-port ${port}`, 'port 0'] : [`port ${port}`];
  return ['bind 127.0.0.1', ...ports, `dir ${dir}`, `logfile ${dir}/redis.log`, 'daemonize no', 'save ""'];
}

function toServer(port: number, options: RedisServerOptions, run: () => Promise<ChildProcess>): RedisServer {
  let child: ChildProcess | undefined;
  const url = `redis://:${options.password}@127.0.0.1:${port}`;
  const call = (command: string, ...args: (string | number)[]) => callRedis(url, command, ...args.map(String));
  const answers = () =>
    call('PING').then(
      () => true,
      () => undefined,
    );
  return {
    port,
    call,
    async info(name) {
      return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(String(await call('INFO')))?.[1];
    },
    async kill() {
      const ended = child === undefined ? undefined : once(child, 'exit');
      child?.kill('SIGKILL');
      await ended;
    },
    async restart() {
      child = await run();
      if (!options.tls) await eventually('the Redis server answers', answers, 20_000);
    },
  };
}
