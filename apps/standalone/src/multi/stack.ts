import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, freePort, type NameServer, type Nginx, startNameServer, startNginx } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import type { Progress } from '../progress.js';
import { ADDRESSES, type Host, type HostOptions, startHost, type Tier, type TierAddresses } from './hosts.js';
import { type Servers, startServers } from './servers.js';

/** What a studio with several hosts runs, all of it on this machine. */
export interface Stack extends Servers {
  readonly nginx: Nginx;
  readonly hosts: readonly Host[];
  readonly port: number;
  readonly metricsPort: number;
  /** The hosts of a tier, in the order of their addresses. */
  tier(tier: Tier): [Host, ...Host[]];
  /** Sets which hosts of a tier get requests. Resolves when nginx sends them to no other; it looks when it gets one. */
  route(tier: Tier, hosts: readonly Host[]): Promise<void>;
}

export interface StackOptions extends Pick<HostOptions, 'root' | 'home' | 'log' | 'onServing'> {
  /** Settings of every process, beyond those that the stack itself sets. */
  readonly settings: Readonly<Record<string, string>>;
  readonly addresses?: TierAddresses;
  /** The port of nginx; a free one by default. */
  readonly port?: number;
  /** Ends the start between two steps. */
  readonly signal?: AbortSignal;
  /** Registers what to call to end the stack, the last first; also after a start that failed. */
  readonly onStop: (stop: () => Promise<void> | void) => void;
  /** Called when the database is migrated, before any process starts. */
  readonly onMigrated?: (databaseUrl: string) => Promise<void>;
}

/** For requests that nginx had resolved with the addresses before. */
const LATE_REQUESTS_MS = 500;

async function migrateDatabase(databaseUrl: string, log: Progress): Promise<void> {
  await log.step({ doing: 'Applying migrations', done: 'migrations applied' }, () => migrate(databaseUrl));
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

async function startHosts(addresses: TierAddresses, options: HostOptions & StackOptions): Promise<Host[]> {
  const { log, onStop } = options;
  return log.step({ doing: 'Starting the processes', done: 'all processes are ready' }, async () => {
    const tiers = Object.keys(addresses) as Tier[];
    const hosts = tiers.flatMap((tier) => addresses[tier].map((address) => startHost(tier, address, options)));
    onStop(async () => void (await Promise.all(hosts.map((host) => host.stop()))));
    await Promise.all(hosts.map((host) => host.ready()));
    return hosts;
  });
}

async function routeTo(nameServer: NameServer, tier: Tier, hosts: readonly Host[]): Promise<void> {
  nameServer.set(
    tier,
    hosts.map(({ address }) => address),
  );
  const isKnown = async () => nameServer.isKnown(tier) || undefined;
  await eventually(`nginx resolves ${tier} again`, isKnown);
  await delay(LATE_REQUESTS_MS);
}

/** Starts the servers, the processes of all hosts, and nginx in front of them. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { root, home, log, signal, onStop, addresses = ADDRESSES } = options;
  await mkdir(join(home, 'log'), { recursive: true });
  const servers = await startServers({ root, home, log, onStop });
  signal?.throwIfAborted();
  await migrateDatabase(servers.databases.primary.url, log);
  await options.onMigrated?.(servers.databases.primary.url);
  signal?.throwIfAborted();
  const [port, metricsPort, nginxPort] = [await freePort(), await freePort(), options.port ?? (await freePort())];
  const settings = { ...options.settings, ...settingsOf(servers, `http://127.0.0.1:${nginxPort}`) };
  const hosts = await startHosts(addresses, { ...options, settings, port, metricsPort });
  signal?.throwIfAborted();
  const nameServer = await startNameServer();
  onStop(nameServer.close);
  const tier = (name: Tier) => hosts.filter((host) => host.tier === name) as [Host, ...Host[]];
  for (const name of Object.keys(addresses) as Tier[]) nameServer.set(name, addresses[name]);
  const nginx = await startNginx({
    configFile: join(root, 'infra', 'compose', 'nginx.conf'),
    nameServerPort: nameServer.port,
    upstreamPort: port,
    port: nginxPort,
    logFile: join(home, 'log', 'nginx.log'),
  });
  onStop(nginx.stop);
  return {
    ...servers,
    nginx,
    hosts,
    port,
    metricsPort,
    tier,
    route: (name, to) => routeTo(nameServer, name, to),
  };
}
