import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callRedis } from './call-redis.js';
import { eventually } from './eventually.js';
import { freePort } from './ports.js';
import { ensureProgram } from './programs.js';
import { childServer, type Server } from './server.js';

/** A Redis server or Sentinel in its own process. */
export interface RedisServer extends Server {
  readonly port: number;
  /** Sends one command and resolves with the response. */
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  info(name: string): Promise<string | undefined>;
}

export interface RedisServerOptions {
  /** Configuration lines in addition to port and folder. */
  readonly lines: readonly string[];
  readonly sentinel?: boolean;
  /** The password, which is also part of the lines. */
  readonly password: string;
  /** True for a server that only speaks TLS; `call` does not work with it. */
  readonly tls?: boolean;
}

/** The configuration that infra/docs/operate/redis.md recommends, for a server that is or may become a master. */
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

/**
 * A free port that was given to no other server of this process. A member of a cluster needs one for its bus as well:
 * the port that Redis would choose is in the ephemeral range, where any outgoing connection may already have it.
 */
export async function ownPort(): Promise<number> {
  const port = await freePort();
  if (taken.has(port)) return ownPort();
  taken.add(port);
  return port;
}

/** Redis servers that end together. */
export interface RedisServers {
  start(options: RedisServerOptions): Promise<RedisServer>;
  /** Ends all of them and deletes their files. Close clients first: some wait for their server. */
  stop(): Promise<void>;
}

/** Each server gets its own port and a folder below `home`, which is a temporary folder by default. */
export async function redisServers(home?: string): Promise<RedisServers> {
  const binary = await ensureProgram('redis');
  const folder = home ?? (await mkdtemp(join(tmpdir(), 'slipway-redis-')));
  const servers: RedisServer[] = [];
  return {
    async start(options) {
      const port = await ownPort();
      const dir = join(folder, String(port));
      await mkdir(dir, { recursive: true });
      const config = join(dir, 'redis.conf');
      await writeFile(config, [...listening(port, dir, options), ...options.lines, ''].join('\n'));
      const server = toServer(port, options, [binary, config]);
      servers.push(server);
      await server.start();
      return server;
    },
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function listening(port: number, dir: string, { tls = false }: RedisServerOptions): string[] {
  const ports = tls ? [`tls-port ${port}`, 'port 0'] : [`port ${port}`];
  return ['bind 127.0.0.1', ...ports, `dir ${dir}`, `logfile ${dir}/redis.log`, 'daemonize no', 'save ""'];
}

async function isListening(port: number): Promise<true | undefined> {
  const socket = connect(port, '127.0.0.1');
  const [opened] = await Promise.allSettled([once(socket, 'connect')]);
  socket.destroy();
  return opened.status === 'fulfilled' ? true : undefined;
}

function toServer(port: number, options: RedisServerOptions, [binary, config]: [string, string]): RedisServer {
  const args = options.sentinel ? [config, '--sentinel'] : [config];
  const url = `redis://:${options.password}@127.0.0.1:${port}`;
  const call = (command: string, ...rest: (string | number)[]) => callRedis(url, command, ...rest.map(String));
  const answers = () =>
    call('PING').then(
      () => true,
      () => undefined,
    );
  const server = childServer({
    address: `127.0.0.1:${port}`,
    run: () => spawn(binary, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }),
    async waitReady(isAlive) {
      await eventually('the Redis server answers', async () => {
        if (!isAlive()) throw new Error(`Redis did not start with ${config}`);
        return options.tls ? isListening(port) : answers();
      });
    },
    killSignal: 'SIGKILL',
  });
  return {
    ...server,
    port,
    call,
    async info(name) {
      return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(String(await call('INFO')))?.[1];
    },
  };
}
