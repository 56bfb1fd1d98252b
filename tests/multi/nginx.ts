import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { ensureProgram, freePort } from '@slipway/local';
import { eventually } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';

const program = {
  label: 'nginx',
  commands: ['nginx'],
  apt: 'nginx-light',
  service: 'nginx',
  brew: 'nginx',
  advice: 'Install nginx (Debian: apt-get install nginx-light).',
};

/** Replaces text that must be there. */
function replace(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`infra/compose/nginx.conf does not contain: ${from}`);
  return text.replaceAll(from, to);
}

/** Starts nginx with the file that compose mounts; only its addresses and its folder for files are others. */
export async function startNginx(where: { nameServerPort: number; upstreamPort: number }): Promise<string> {
  const binary = await ensureProgram(program, { PATH: '/usr/sbin:/usr/bin:/bin' }, () => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'slipway-nginx-'));
  const port = await freePort();
  let conf = await readFile(join(checkout, 'infra', 'compose', 'nginx.conf'), 'utf8');
  conf = replace(conf, 'listen 8080', `listen 127.0.0.1:${port}`);
  conf = replace(conf, ':8080;', `:${where.upstreamPort};`);
  conf = replace(conf, '127.0.0.11 valid=5s', `127.0.0.1:${where.nameServerPort} valid=1s`);
  conf = replace(conf, '/tmp/', `${folder}/`);
  // Each worker resolves names for itself: a test could not know when all have.
  conf = replace(conf, 'worker_processes auto', 'worker_processes 1');
  const isRoot = process.getuid?.() === 0;
  await writeFile(join(folder, 'nginx.conf'), `daemon off;\n${isRoot ? 'user root;\n' : ''}${conf}`);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', '/dev/stderr'];
  const log = await open(join(folder, 'log'), 'a+');
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', log.fd] });
  const ended = once(child, 'exit');
  afterAll(async () => {
    child.kill('SIGTERM');
    await ended;
    await log.close();
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder, 'log'), 'utf8'));
    return (await fetch(`${url}/healthz`).catch(() => null))?.ok || undefined;
  });
  return url;
}
