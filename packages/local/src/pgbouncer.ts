import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './ports.js';
import { pingPostgres } from './postgres.js';
import { ensureProgram } from './programs.js';
import { childServer, type Server } from './server.js';
import { openServerLog } from './server-log.js';
import { serverUser } from './server-user.js';

export interface PgBouncerOptions {
  url: string;
  /** The number of connections to the server; additional clients wait. */
  poolSize: number;
  /** Receives the log; discarded by default. */
  logFile?: string;
}

/** pgBouncer in transaction mode. */
export interface PgBouncer extends Server {
  /** The URL of the database through pgBouncer, with `pgbouncer=true`. */
  readonly url: string;
  /** Leads clients to another server with the same users, without ending their connections. */
  leadTo(url: string): Promise<void>;
  stop(): Promise<void>;
}

const readyTimeoutMs = 30_000;

function configuration({ url, poolSize }: PgBouncerOptions, port: number, folder: string): string {
  const server = new URL(url);
  return [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'userlist.txt')}`,
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 200',
    'server_login_retry = 1',
    '',
  ].join('\n');
}

/** Writes pgBouncer's files where its user can read them, because it refuses to run as root. */
async function writeFiles(options: PgBouncerOptions, port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-pgbouncer-'));
  const user = await serverUser();
  const { username, password } = new URL(options.url);
  const files = {
    'pgbouncer.ini': configuration(options, port, folder),
    'userlist.txt': `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 });
  if (user) for (const name of ['', ...Object.keys(files)]) await chown(join(folder, name), user.uid, user.gid);
  return { folder, identity: user ? { uid: user.uid, gid: user.gid } : {} };
}

async function waitReady(url: string, isAlive: () => boolean): Promise<void> {
  for (const deadline = Date.now() + readyTimeoutMs; ; ) {
    try {
      return await pingPostgres(url);
    } catch (error) {
      if (!isAlive() || Date.now() > deadline) throw error;
      await delay(20);
    }
  }
}

export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const binary = await ensureProgram('pgbouncer');
  const port = await freePort();
  const { folder, identity } = await writeFiles(options, port);
  const url = new URL(options.url);
  url.host = `127.0.0.1:${port}`;
  url.searchParams.set('pgbouncer', 'true');

  const log = options.logFile === undefined ? undefined : openServerLog(options.logFile);
  const output = log?.descriptor ?? 'ignore';
  const server = childServer({
    address: url.host,
    run: () =>
      spawn(binary, [join(folder, 'pgbouncer.ini')], { cwd: '/', stdio: ['ignore', output, output], ...identity }),
    waitReady: (isAlive) => waitReady(url.href, isAlive),
    // Ends pgBouncer immediately, with every connection through it.
    killSignal: 'SIGTERM',
  });
  async function stop(): Promise<void> {
    await server.kill();
    log?.close();
    await rm(folder, { recursive: true });
  }
  await server.start().catch(async (error: Error) => {
    await stop();
    throw error;
  });
  return {
    ...server,
    url: url.href,
    async leadTo(target) {
      await writeFile(join(folder, 'pgbouncer.ini'), configuration({ ...options, url: target }, port, folder));
      const pid = server.pid();
      if (pid !== undefined) process.kill(pid, 'SIGHUP');
    },
    stop,
  };
}
