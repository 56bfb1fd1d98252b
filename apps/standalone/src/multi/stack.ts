import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  eventually,
  freePort,
  type NameServer,
  type Nginx,
  type PgBouncer,
  type PostgresPair,
  type RedisCluster,
  startNameServer,
  startNginx,
  startPgBouncer,
  startPostgresPair,
  startRedisCluster,
} from '@slipway/local';
import type { Progress } from '../progress.js';
import { ADDRESSES, type Host, type HostOptions, startHost, type Tier, type TierAddresses } from './hosts.js';

/** The setup of a studio with several hosts, all of it on this machine. */
export interface Stack extends Servers {
  readonly nginx: Nginx;
  readonly hosts: readonly Host[];
  readonly port: number;
  readonly metricsPort: number;
  /** The hosts of a tier, in the order of their addresses. */
  tier(tier: Tier): [Host, ...Host[]];
  migrate(root: string): Promise<void>;
  /**
   * Removes a host from the DNS name of its tier. Resolves when nginx has resolved the name again for the next request.
   */
  withdraw(host: Host): Promise<void>;
  /** Adds the host to the name again. */
  admit(host: Host): void;
}

export interface StackOptions extends Pick<HostOptions, 'home' | 'log' | 'onServing'> {
  readonly root: string;
  /** The checkout whose processes run first; `root` by default. */
  readonly release?: string;
  /** Settings for every process, in addition to those of the stack itself. */
  readonly settings: Readonly<Record<string, string>>;
  readonly addresses?: TierAddresses;
  /** nginx's port; a free one by default. */
  readonly port?: number;
  /** Cancels the start between two steps. */
  readonly signal?: AbortSignal;
  /** Registers functions that stop the stack, also after a failed start; the last one is called first. */
  readonly onStop: (stop: () => Promise<void> | void) => void;
  /** Called once the database is migrated, before any process starts. */
  readonly onMigrated?: (databaseUrl: string) => Promise<void>;
}

const run = promisify(execFile);
/** Time for requests that nginx routed with the previous addresses. */
const LATE_REQUESTS_MS = 500;

/** Runs the same process as operators do. */
async function migrate(root: string, databaseUrl: string): Promise<void> {
  const env = { PATH: '/usr/bin:/bin', DATABASE_URL: databaseUrl };
  await run(process.execPath, [join(root, 'prisma', 'dist', 'main.js')], { env });
}

function settingsOf({ cluster, databases, pgBouncer }: Servers, url: string): Record<string, string> {
  return {
    DATABASE_URL: pgBouncer.url,
    DATABASE_DIRECT_URL: databases.primary.url,
    DATABASE_REPLICA_URL: databases.replica.url,
    REDIS_URL: cluster.url,
    BASE_URL: url,
    TRUST_PROXY: '1',
  };
}

async function startHosts(
  addresses: TierAddresses,
  options: HostOptions & Pick<StackOptions, 'onStop'>,
): Promise<Host[]> {
  const { log, onStop } = options;
  return log.step({ doing: 'Starting the processes', done: 'all processes are ready' }, async () => {
    const tiers = Object.keys(addresses) as Tier[];
    const hosts = tiers.flatMap((tier) => addresses[tier].map((address) => startHost(tier, address, options)));
    onStop(async () => void (await Promise.all(hosts.map((host) => host.stop()))));
    await Promise.all(hosts.map((host) => host.ready()));
    return hosts;
  });
}

/** The names of the tiers that nginx resolves. */
function namesOf(nameServer: NameServer, hosts: readonly Host[]): Pick<Stack, 'admit' | 'withdraw'> {
  const admitted = new Set(hosts);
  const update = (tier: Tier) => {
    const addresses = hosts
      .filter((host) => host.tier === tier && admitted.has(host))
      .map(({ address }) => address);
    nameServer.set(tier, addresses);
  };
  for (const tier of new Set(hosts.map((host) => host.tier))) update(tier);
  return {
    async withdraw(host) {
      admitted.delete(host);
      update(host.tier);
      const isKnown = async () => nameServer.isKnown(host.tier) || undefined;
      await eventually(`nginx resolves ${host.tier} again`, isKnown);
      await delay(LATE_REQUESTS_MS);
    },
    admit(host) {
      admitted.add(host);
      update(host.tier);
    },
  };
}

/** Starts the servers, nginx, and the processes of all hosts behind it. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { root, release = root, home, log, signal, onStop, addresses = ADDRESSES } = options;
  await mkdir(join(home, 'log'), { recursive: true });
  const servers = await startServers({ root, home, log, onStop });
  signal?.throwIfAborted();
  const databaseUrl = servers.databases.primary.url;
  await log.step({ doing: 'Applying migrations', done: 'migrations applied' }, () =>
    migrate(release, databaseUrl),
  );
  await options.onMigrated?.(databaseUrl);
  signal?.throwIfAborted();
  const [port, metricsPort, nginxPort] = [await freePort(), await freePort(), options.port ?? (await freePort())];
  const settings = { ...options.settings, ...settingsOf(servers, `http://127.0.0.1:${nginxPort}`) };
  const nameServer = await startNameServer();
  onStop(nameServer.close);
  // Before the processes, because mcp is ready only once it reaches the API at BASE_URL.
  const nginx = await startNginx({
    configFile: join(root, 'infra', 'compose', 'nginx.conf'),
    nameServerPort: nameServer.port,
    upstreamPort: port,
    port: nginxPort,
    logFile: join(home, 'log', 'nginx.log'),
  });
  onStop(nginx.stop);
  const hosts = await startHosts(addresses, { ...options, release, settings, port, metricsPort });
  const tier = (name: Tier) => hosts.filter((host) => host.tier === name) as [Host, ...Host[]];
  return {
    ...servers,
    ...namesOf(nameServer, hosts),
    migrate: (from) => migrate(from, databaseUrl),
    nginx,
    hosts,
    port,
    metricsPort,
    tier,
  };
}

/** The servers that the processes of all hosts share. */
export interface Servers {
  readonly cluster: RedisCluster;
  readonly databases: PostgresPair;
  readonly pgBouncer: PgBouncer;
}

export interface ServersOptions {
  readonly root: string;
  readonly home: string;
  readonly log: Progress;
  /** Registers functions that stop the servers; the last one is called first. */
  readonly onStop: (stop: () => Promise<void> | void) => void;
}

const POOL_SIZE = 20;

/** Starts a Redis Cluster with replicas, PostgreSQL with a replica, and pgBouncer. */
async function startServers({ root, home, log, onStop }: ServersOptions): Promise<Servers> {
  await mkdir(home, { recursive: true, mode: 0o755 });
  const register = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    onStop(started.stop);
    return started;
  };
  const redis = log.step({ doing: 'Starting a Redis Cluster', done: 'Redis Cluster is up' }, () =>
    register(startRedisCluster({ replicas: true, home: join(home, 'redis') })),
  );
  const postgres = log.step({ doing: 'Starting PostgreSQL', done: 'PostgreSQL and its replica are up' }, () =>
    register(startPostgresPair({ home: join(home, 'postgres'), tools: join(root, '.data') })),
  );
  // Both must settle before anything can be stopped.
  await Promise.allSettled([redis, postgres]);
  const [cluster, databases] = await Promise.all([redis, postgres]);
  const logFile = join(home, 'log', 'pgbouncer.log');
  const pgBouncer = await log.step({ doing: 'Starting pgBouncer', done: 'pgBouncer is up' }, () =>
    register(startPgBouncer({ url: databases.primary.url, poolSize: POOL_SIZE, logFile })),
  );
  return { cluster, databases, pgBouncer };
}
