import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually, freePort } from '@slipway/local';
import { checkout } from '../architecture/tool.js';

const run = promisify(execFile);
const START_TIMEOUT_MS = 300_000;
/** The user `nobody` of Debian and Ubuntu. */
const USER = 65_534;
const HIDDEN = ['redis-server', 'redis-tools', 'valkey-server', 'valkey-tools', 'libjemalloc2', 'liblzf1'];

/** Why this machine cannot run the test; undefined if it can. */
async function obstacle(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can become another user';
  const canUnshare = await run('unshare', ['--mount', 'true']).then(
    () => true,
    () => false,
  );
  if (!canUnshare) return 'this system allows no mount namespaces';
  const hasApt = await access('/var/lib/dpkg/status').then(
    () => true,
    () => false,
  );
  return hasApt ? undefined : 'this is neither Debian nor Ubuntu';
}

const reason = await obstacle();
if (reason !== undefined) process.stderr.write(`Skipping the start as an ordinary user: ${reason}.\n`);

const home = await mkdtemp(join(tmpdir(), 'slipway-ordinary-'));
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

/** The files of a fresh clone, including changes that are not committed yet. */
async function copyCheckout(): Promise<string> {
  const folder = join(home, 'slipway');
  await mkdir(folder);
  const copy =
    'git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - | tar -x -C "$1"';
  await run('sh', ['-c', copy, 'sh', folder], { cwd: checkout });
  await chmod(home, 0o755);
  await run('chown', ['-R', `${USER}:${USER}`, folder]);
  return folder;
}

/** The packages of the system, without those of Redis. */
async function writePackageStatus(): Promise<string> {
  const file = join(home, 'status');
  const entries = (await readFile('/var/lib/dpkg/status', 'utf8')).split('\n\n');
  const isHidden = (entry: string) => HIDDEN.includes(/^Package: (\S+)/.exec(entry)?.[1] ?? '');
  await writeFile(file, entries.filter((entry) => !isHidden(entry)).join('\n\n'));
  return file;
}

/** Runs a command as an ordinary user on a machine without Redis: in a namespace that hides it, also from apt-get. */
function withoutRights(status: string): string[] {
  const script = `
    set -eu
    mount --bind "$1" /var/lib/dpkg/status
    for name in redis-server valkey-server; do
      for folder in /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin; do
        [ ! -e "$folder/$name" ] || mount --bind "$1" "$(readlink -f "$folder/$name")"
      done
    done
    # Some build machines let only root write to it.
    mkdir "$2/dev" && mknod -m 666 "$2/dev/null" c 1 3 && mount --bind "$2/dev/null" /dev/null
    shift 2
    # An empty environment, because that of the tests has settings of npm and Jest.
    exec setpriv --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs \\
      env -i NODE_EXTRA_CA_CERTS="\${NODE_EXTRA_CA_CERTS-}" https_proxy="\${https_proxy-}" http_proxy="\${http_proxy-}" "$@"`;
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', status, home];
}

(reason === undefined ? describe : describe.skip)('npm start in a fresh clone', () => {
  it(
    'serves an ordinary user on a machine without Redis, and keeps everything in DATA_DIR',
    async () => {
      const [folder, status, port] = [await copyCheckout(), await writePackageStatus(), await freePort()];
      const own = join(home, 'home');
      await mkdir(own);
      await chown(own, USER, USER);
      const dataDir = join(own, 'data');
      const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
      const settings = [`PATH=${path}`, `HOME=${own}`, `PORT=${port}`, `DATA_DIR=${dataDir}`];
      const [command = '', ...args] = [...withoutRights(status), ...settings, 'npm', 'start'];
      const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      const ended = once(child, 'exit');
      const isReady = async () => {
        if (child.exitCode !== null) throw new Error(output);
        return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok || undefined;
      };
      try {
        await eventually('the service is ready', isReady, START_TIMEOUT_MS);
        const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { base_url: string };
        expect(demo.base_url).toBe(`http://127.0.0.1:${port}`);
        const record = JSON.parse(await readFile(join(dataDir, 'run', 'redis.json'), 'utf8')) as {
          server: { pid: number };
        };
        const [, executable] = await Promise.all([
          access(join(dataDir, 'postgres', 'PG_VERSION')),
          run('readlink', [`/proc/${record.server.pid}/exe`]),
        ]);
        expect(executable.stdout).toContain(join(folder, '.data/tools/debian/redis-server/usr/bin/'));
      } finally {
        if (child.exitCode === null) process.kill(child.pid as number, 'SIGINT');
        await ended;
      }
      expect(child.exitCode).toBe(0);
      expect(output).toContain('Stopped.');
    },
    START_TIMEOUT_MS,
  );
});
