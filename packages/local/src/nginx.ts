import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './ports.js';
import { ensureProgram } from './programs.js';
import { childServer, type Server } from './server.js';
import { openServerLog } from './server-log.js';

export interface NginxOptions {
  /** infra/compose/nginx.conf. */
  readonly configFile: string;
  readonly nameServerPort: number;
  readonly upstreamPort: number;
  /** nginx's own port; a free one by default. */
  readonly port?: number;
  /** Receives nginx's errors, and its requests if the file is given; a temporary file by default. */
  readonly logFile?: string;
}

export interface Nginx extends Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Replaces a text that must exist. */
function replace(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`infra/compose/nginx.conf does not contain: ${from}`);
  return text.replaceAll(from, to);
}

async function configuration(options: NginxOptions, port: number, folder: string): Promise<string> {
  let conf = await readFile(options.configFile, 'utf8');
  conf = replace(conf, 'listen 8080', `listen 127.0.0.1:${port}`);
  conf = replace(conf, ':8080;', `:${options.upstreamPort};`);
  conf = replace(conf, '127.0.0.11 valid=5s', `127.0.0.1:${options.nameServerPort} valid=1s`);
  conf = replace(conf, '/tmp/', `${folder}/`);
  // Each worker resolves names separately, so the moment when all of them have is unknown.
  conf = replace(conf, 'worker_processes auto', 'worker_processes 1');
  const isRoot = process.getuid?.() === 0;
  // A single process, because workers outlive a killed master and keep its port.
  return `daemon off;\nmaster_process off;\n${isRoot ? 'user root;\n' : ''}${conf}`;
}

/** Starts nginx with the file that compose mounts; only its addresses and the folder for its files differ. */
export async function startNginx(options: NginxOptions): Promise<Nginx> {
  const binary = await ensureProgram('nginx');
  const folder = await mkdtemp(join(tmpdir(), 'slipway-nginx-'));
  const port = options.port ?? (await freePort());
  await writeFile(join(folder, 'nginx.conf'), await configuration(options, port, folder));
  const log = openServerLog(options.logFile ?? join(folder, 'log'));
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', '/dev/stderr'];
  const requests = options.logFile === undefined ? 'ignore' : log.descriptor;
  const url = `http://127.0.0.1:${port}`;
  const server = childServer({
    address: `127.0.0.1:${port}`,
    run: () => spawn(binary, args, { stdio: ['ignore', requests, log.descriptor] }),
    async waitReady(isAlive) {
      await eventually('nginx answers', async () => {
        if (!isAlive()) throw new Error(`nginx did not start: ${log.written()}`);
        return (await fetch(`${url}/healthz`).catch(() => null))?.ok || undefined;
      });
    },
    killSignal: 'SIGTERM',
  });
  async function stop(): Promise<void> {
    await server.kill();
    log.close();
    await rm(folder, { recursive: true, force: true });
  }
  await server.start().catch(async (error: Error) => {
    await stop();
    throw error;
  });
  return { ...server, url, stop };
}
