import { eventually } from './eventually.js';
import { durableLines, ownPort, type RedisServer, type RedisServers, redisServers } from './redis-servers.js';

const PASSWORD = 'cluster-password';
const SLOTS = 16_384;
const NODE_TIMEOUT_MS = 2_000;

/** A master and its replica; a failover swaps their roles. */
export interface ClusterPair {
  readonly master: RedisServer;
  readonly replica: RedisServer | undefined;
}

/** A Redis Cluster of three masters. */
export interface RedisCluster {
  readonly url: string;
  readonly pairs: readonly ClusterPair[];
  /** The pair whose slots contain the key. */
  pairOf(key: string): Promise<ClusterPair>;
  /** Resolves when every server sees the whole cluster, and every master has its replica. */
  settled(): Promise<void>;
  /** Call this after the clients are closed. */
  stop(): Promise<void>;
}

export interface RedisClusterOptions {
  /** Gives each master a replica. */
  readonly replicas: boolean;
  /** Where the servers store their files; a temporary folder by default. */
  readonly home?: string;
}

export async function startRedisCluster({ replicas, home }: RedisClusterOptions): Promise<RedisCluster> {
  const servers = await redisServers(home);
  return startPairs(servers, replicas).catch(async (error: Error) => {
    await servers.stop();
    throw error;
  });
}

async function startPairs({ start, stop }: RedisServers, replicas: boolean): Promise<RedisCluster> {
  const startOne = async () => start({ password: PASSWORD, lines: await configuration() });
  const pairs = await Promise.all(
    [0, 1, 2].map(async () => ({
      master: await startOne(),
      replica: replicas ? await startOne() : undefined,
    })),
  );
  const servers = pairs.flatMap(({ master, replica }) => (replica === undefined ? [master] : [master, replica]));
  const settled = () => waitSettled(servers, replicas);
  await join(pairs, servers);
  await settled();
  return {
    url: `redis+cluster://:${PASSWORD}@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    pairs,
    async pairOf(key) {
      const slot = Number(await servers[0]?.call('CLUSTER', 'KEYSLOT', key));
      return pairs[Math.floor((slot * pairs.length) / SLOTS)] as ClusterPair;
    },
    settled,
    stop,
  };
}

async function configuration(): Promise<string[]> {
  return [
    ...durableLines(PASSWORD),
    'cluster-enabled yes',
    `cluster-port ${await ownPort()}`,
    `cluster-node-timeout ${NODE_TIMEOUT_MS}`,
    // A replica may take over even if its link to the master was down before.
    'cluster-replica-validity-factor 0',
  ];
}

async function join(pairs: readonly ClusterPair[], servers: readonly RedisServer[]): Promise<void> {
  const width = SLOTS / pairs.length;
  const [first, ...others] = servers as [RedisServer, ...RedisServer[]];
  for (const [place, { master }] of pairs.entries()) {
    const range = [Math.ceil(place * width), Math.ceil((place + 1) * width) - 1] as const;
    await master.call('CLUSTER', 'SET-CONFIG-EPOCH', place + 1);
    await master.call('CLUSTER', 'ADDSLOTSRANGE', ...range);
  }
  const bus = await configured(first, 'cluster-port');
  for (const server of others) await server.call('CLUSTER', 'MEET', '127.0.0.1', first.port, bus);
  const known = async (server: RedisServer) =>
    /cluster_known_nodes:(\d+)/.exec(String(await server.call('CLUSTER', 'INFO')));
  const isKnown = async () => {
    const counts = await Promise.all(servers.map(known));
    return counts.every((count) => Number(count?.[1]) === servers.length) ? true : undefined;
  };
  await eventually('the servers know each other', isKnown, 20_000);
  for (const { master, replica } of pairs)
    await replica?.call('CLUSTER', 'REPLICATE', String(await master.call('CLUSTER', 'MYID')));
}

async function configured(server: RedisServer, name: string): Promise<string> {
  const [, value] = (await server.call('CONFIG', 'GET', name)) as [string, string];
  return value;
}

async function waitSettled(servers: readonly RedisServer[], replicas: boolean): Promise<void> {
  const isSettled = async () => {
    const states = await Promise.all(
      servers.map(async (server) => {
        const cluster = String(await server.call('CLUSTER', 'INFO'));
        const [role, connected] = [await server.info('role'), await server.info('connected_slaves')];
        const link =
          role === 'slave'
            ? (await server.info('master_link_status')) === 'up'
            : connected === (replicas ? '1' : '0');
        return cluster.includes('cluster_state:ok') && link;
      }),
    ).catch(() => [false]);
    return states.every(Boolean) ? true : undefined;
  };
  await eventually('the cluster is settled', isSettled, 30_000);
}
