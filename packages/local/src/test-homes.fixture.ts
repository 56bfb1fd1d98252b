import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dataDir = fileURLToPath(new URL('../../../.data', import.meta.url));
const homes: string[] = [];

/** Unpacked once for all tests, and for `npm start`. */
export const tools = join(dataDir, 'tools');

/** Creates a separate folder for a server under test. */
export function newHome(): string {
  const home = join(dataDir, 'test', `local-${randomBytes(6).toString('hex')}`);
  homes.push(home);
  return home;
}

/** Removes the folders of all servers. */
export async function removeHomes(): Promise<void> {
  await Promise.all(homes.splice(0).map((home) => rm(home, { recursive: true, force: true })));
}

/** Another process, which started a server. */
export interface Owner {
  process: ChildProcess;
  serverPid: number;
  url: string;
}

/** Starts a server in another process, from the compiled package, because plain Node cannot load the source. */
export async function startInOwner(start: 'startPostgres' | 'startRedis', home: string): Promise<Owner> {
  const index = new URL('../dist/index.js', import.meta.url).href;
  const script = `
    const local = await import(${JSON.stringify(index)});
    const service = await local[${JSON.stringify(start)}](${JSON.stringify({ home, tools })});
    process.send({ serverPid: service.pid, url: service.url });`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await once(owner, 'message');
  return { process: owner, ...(message as { serverPid: number; url: string }) };
}

/** Ends the process as a crash would, leaving its server behind. */
export async function killOwner(owner: Owner): Promise<void> {
  owner.process.kill('SIGKILL');
  await once(owner.process, 'exit');
}
