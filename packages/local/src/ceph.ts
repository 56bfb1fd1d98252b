import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { freePort } from './ports.js';
import { ensureProgram } from './programs.js';

const run = promisify(execFile);
const COMMAND_LIMIT_MS = 60_000;
const READY_LIMIT_MS = 120_000;
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const GATEWAY = ['-n', 'client.rgw'];

/** A Ceph cluster of one host that keeps everything in memory, with its S3 gateway. */
export interface Ceph {
  /** The address of the gateway; buckets are in the path. */
  readonly url: string;
  /** Creates a user of the gateway with this access key. */
  createUser(accessKeyId: string, secretAccessKey: string): Promise<void>;
  /** Limits the number of objects that a user's buckets may hold together. */
  limitObjects(accessKeyId: string, objects: number): Promise<void>;
  stop(): Promise<void>;
}

function configuration(folder: string, ports: { monitor: number; gateway: number }): string {
  return [
    '[global]',
    `fsid = ${randomUUID()}`,
    `mon host = [v1:127.0.0.1:${ports.monitor}]`,
    'mon initial members = a',
    ...['cluster', 'service', 'client'].map((name) => `auth ${name} required = none`),
    `run dir = ${folder}`,
    `log file = ${folder}/$name.log`,
    `admin socket = ${folder}/$name.asok`,
    'public addr = 127.0.0.1',
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 1',
    'osd pool default pgp num = 1',
    'osd pool default pg autoscale mode = off',
    'osd crush chooseleaf type = 0',
    'mon allow pool size one = true',
    'mon data avail crit = 1',
    'mon data avail warn = 1',
    'paxos propose interval = 0.05',
    '[mon.a]',
    `mon data = ${folder}/mon`,
    '[osd.0]',
    `osd data = ${folder}/osd`,
    'osd objectstore = memstore',
    'memstore device bytes = 1073741824',
    '[client.rgw]',
    `rgw data = ${folder}/rgw`,
    `rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}`,
    // For tests of encryption over plain http, with a key that only this cluster knows.
    'rgw crypt require ssl = false',
    'rgw crypt s3 kms backend = testing',
    `rgw crypt s3 kms encryption keys = studio-key=${Buffer.alloc(32, 7).toString('base64')}`,
    // Quotas count as soon as they are set.
    'rgw bucket quota ttl = 0',
    'rgw user quota bucket sync interval = 0',
    '',
  ].join('\n');
}

/** Starts a cluster in a folder of its own, which takes about half a minute. Installs Ceph if it is missing. */
export async function startCeph(): Promise<Ceph> {
  await ensureProgram('ceph');
  const folder = await mkdtemp(join(tmpdir(), 'slipway-ceph-'));
  const ports = { monitor: await freePort(), gateway: await freePort() };
  const file = join(folder, 'ceph.conf');
  await writeFile(file, configuration(folder, ports));
  const env = { PATH: SYSTEM_PATH, CEPH_CONF: file };
  const servers: ChildProcess[] = [];
  const call = async (command: string, ...args: string[]) =>
    (await run(command, args, { env, cwd: folder, timeout: COMMAND_LIMIT_MS })).stdout;
  const serve = (command: string, ...args: string[]) =>
    servers.push(spawn(command, [...args, '-f'], { env, cwd: folder, stdio: 'ignore' }));

  async function stop(): Promise<void> {
    for (const server of servers.toReversed()) await end(server);
    await rm(folder, { recursive: true, force: true });
  }

  const url = `http://127.0.0.1:${ports.gateway}`;
  async function start(): Promise<void> {
    for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name));
    const fsid = /fsid = (\S+)/.exec(await readFile(file, 'utf8'))?.[1] ?? '';
    await call(
      'monmaptool',
      '--create',
      '--fsid',
      fsid,
      '--addv',
      'a',
      `[v1:127.0.0.1:${ports.monitor}]`,
      'monmap',
    );
    await call('ceph-mon', '-i', 'a', '--mkfs', '--monmap', 'monmap');
    serve('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    await call('ceph', '--connect-timeout', '30', 'osd', 'new', osd);
    await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    await call('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'host=one', 'root=default');
    serve('ceph-osd', '-i', '0');
    serve('radosgw', ...GATEWAY);
    const answers = async () => (await fetch(url).catch(() => null))?.ok || undefined;
    await eventually('the gateway answers', answers, READY_LIMIT_MS);
  }
  await start().catch(async (error: Error) => {
    await stop();
    throw error;
  });

  const admin = (...args: string[]) => call('radosgw-admin', ...GATEWAY, ...args);
  return {
    url,
    async createUser(id, secret) {
      await admin(
        'user',
        'create',
        `--uid=${id}`,
        '--display-name=test',
        `--access-key=${id}`,
        `--secret-key=${secret}`,
      );
    },
    async limitObjects(id, objects) {
      await admin('quota', 'set', '--quota-scope=user', `--uid=${id}`, `--max-objects=${objects}`);
      await admin('quota', 'enable', '--quota-scope=user', `--uid=${id}`);
    },
    stop,
  };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}
