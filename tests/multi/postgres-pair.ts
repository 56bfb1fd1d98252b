import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { type LocalService, startPostgres } from '@slipway/local';
import { migrate } from '@slipway/prisma';

/** A migrated primary and its streaming replica. */
export interface PostgresPair {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Ends a server at once, as a crash would. It keeps its address. */
  killReplica(): Promise<void>;
  startReplica(): Promise<void>;
  killPrimary(): Promise<void>;
  startPrimary(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

const options = {
  tools: join(root, '.data'),
  durable: false,
  settings: { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on', shared_buffers: '32MB' },
};

/** Await it at the top of a test file. The servers end with the tests of the file. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const home = await mkdtemp(join(tmpdir(), 'slipway-pair-'));
  // The servers run as another user when the tests run as root.
  await chmod(home, 0o755);
  const startPrimary = () => startPostgres({ ...options, home: join(home, 'primary') });
  let primary = await startPrimary();
  await migrate(primary.url);
  const startReplica = (): Promise<LocalService> =>
    startPostgres({ ...options, home: join(home, 'replica'), replicaOf: primary.url });
  let replica = await startReplica();
  afterAll(async () => {
    for (const server of [replica, primary]) await server.stop();
    for (const name of ['primary', 'replica']) await removeData(join(home, name));
    await rm(home, { recursive: true, force: true });
  });
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    async killReplica() {
      process.kill(replica.pid, 'SIGQUIT');
      await replica.exited;
    },
    async startReplica() {
      replica = await startReplica();
    },
    async killPrimary() {
      process.kill(primary.pid, 'SIGQUIT');
      await primary.exited;
    },
    async startPrimary() {
      primary = await startPrimary();
    },
  };
}

/** The data is elsewhere where the user of the server cannot enter the checkout. */
async function removeData(home: string): Promise<void> {
  const outside = (await readFile(join(home, 'postgres.path'), 'utf8').catch(() => '')).trim();
  if (outside.startsWith('/var/lib/slipway/')) await rm(outside, { recursive: true, force: true });
}
