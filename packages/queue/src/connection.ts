import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseRedisAddress, type RedisAddress, withTimeout } from '@slipway/domain';
import { Cluster, type RedisOptions, Redis as Server } from 'ioredis';
import {
  CLUSTER_RETRY_MS,
  COMMAND_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  MAX_RECONNECT_DELAY_MS,
  SENTINEL_SUBSCRIPTIONS,
  SLOTS_REFRESH_MS,
} from './limits.js';

/** A connection to one server, to the master of a Sentinel group, or to a cluster. */
export type Redis = Server | Cluster;

/** Where Redis is, and how it is reached. Empty and missing files mean the same. */
export interface RedisSettings {
  readonly REDIS_URL: string;
  readonly REDIS_SENTINEL_USERNAME?: string;
  readonly REDIS_SENTINEL_PASSWORD?: string;
  readonly REDIS_TLS_CA_FILE?: string;
  readonly REDIS_TLS_CERT_FILE?: string;
  readonly REDIS_TLS_KEY_FILE?: string;
  /** How many shards the queues of deliveries have. */
  readonly QUEUE_SHARDS?: number;
}

/** Called with the error when the connection fails, and with null when it works (again). */
export type OnConnectionState = (problem: Error | null) => void;

const retryStrategy = (attempt: number) => Math.min(50 * attempt, MAX_RECONNECT_DELAY_MS);

/** How a connection behaves while Redis is unreachable. */
interface Manner {
  readonly enableOfflineQueue: boolean;
  readonly ofServer: Pick<RedisOptions, 'commandTimeout' | 'connectTimeout' | 'maxRetriesPerRequest'>;
  /** How often a command is repeated when its server in a cluster fails or has moved its slot. */
  readonly maxRedirections: number;
}

/** A connection for request paths: a command fails soon rather than wait for a Redis that is down or frozen. */
export function connectFailFast(
  settings: RedisSettings,
  onState: OnConnectionState,
  commandTimeoutMs: number = COMMAND_TIMEOUT_MS,
): Redis {
  const manner = {
    ofServer: { commandTimeout: commandTimeoutMs, connectTimeout: CONNECT_TIMEOUT_MS, maxRetriesPerRequest: 1 },
    enableOfflineQueue: false,
    maxRedirections: 2,
  };
  return connect(settings, manner, onState);
}

/** A connection for workers: commands wait until Redis is back. */
export function connectRetrying(settings: RedisSettings, onState: OnConnectionState): Redis {
  const manner = {
    ofServer: { maxRetriesPerRequest: null },
    enableOfflineQueue: true,
    maxRedirections: Number.POSITIVE_INFINITY,
  };
  return connect(settings, manner, onState);
}

const DEFAULT_SHARDS = 8;
const shardsOf = new WeakMap<Redis, number>();

/** How many shards the queues have that a connection reaches. */
export const countShards = (redis: Redis): number => shardsOf.get(redis) ?? DEFAULT_SHARDS;

function connect(settings: RedisSettings, manner: Manner, onState: OnConnectionState): Redis {
  const address = parseRedisAddress(settings.REDIS_URL);
  const redis =
    address.kind === 'cluster' ? toCluster(address, settings, manner) : toServer(address, settings, manner);
  shardsOf.set(redis, settings.QUEUE_SHARDS ?? DEFAULT_SHARDS);
  redis.on('error', onState);
  redis.on('ready', () => onState(null));
  return redis;
}

function toServer(
  address: Exclude<RedisAddress, { kind: 'cluster' }>,
  settings: RedisSettings,
  { ofServer, enableOfflineQueue }: Manner,
): Server {
  const common = { ...ofServer, enableOfflineQueue, ...accessOf(address, settings), retryStrategy };
  const { database: db } = address;
  if (address.kind === 'server') return new Server({ ...common, ...address.node, db });
  const { tls } = common;
  return new Server({
    ...common,
    db,
    sentinels: [...address.sentinels],
    name: address.group,
    ...(settings.REDIS_SENTINEL_USERNAME ? { sentinelUsername: settings.REDIS_SENTINEL_USERNAME } : {}),
    ...(settings.REDIS_SENTINEL_PASSWORD ? { sentinelPassword: settings.REDIS_SENTINEL_PASSWORD } : {}),
    ...(tls === undefined ? {} : { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    sentinelRetryStrategy: retryStrategy,
    // Without it, a connection to a master that froze or was cut off stays there after the fail-over.
    failoverDetector: true,
    sentinelMaxConnections: SENTINEL_SUBSCRIPTIONS,
  });
}

function toCluster(
  address: Extract<RedisAddress, { kind: 'cluster' }>,
  settings: RedisSettings,
  { ofServer, enableOfflineQueue, maxRedirections }: Manner,
): Cluster {
  return new Cluster([...address.nodes], {
    enableOfflineQueue,
    maxRedirections,
    // With the check, `connect` never settles if the cluster is failing over at that moment, and BullMQ waits for it.
    enableReadyCheck: false,
    clusterRetryStrategy: retryStrategy,
    retryDelayOnFailover: CLUSTER_RETRY_MS,
    retryDelayOnClusterDown: CLUSTER_RETRY_MS,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    // Certificates are checked against names, which a lookup would replace.
    dnsLookup: (name, done) => done(null, name),
    redisOptions: { ...ofServer, connectTimeout: CONNECT_TIMEOUT_MS, ...accessOf(address, settings) },
  });
}

function accessOf({ tls, username, password }: RedisAddress, settings: RedisSettings) {
  const read = (file: string | undefined) => (file ? readFileSync(file) : undefined);
  const [ca, cert, key] = [
    read(settings.REDIS_TLS_CA_FILE),
    read(settings.REDIS_TLS_CERT_FILE),
    read(settings.REDIS_TLS_KEY_FILE),
  ];
  return {
    // A master that was demoted while connected refuses writes.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } } : {}),
  };
}

/** Waits until the connection is ready; false when that takes longer than the limit. */
export async function waitForConnection(redis: Redis, limitMs: number): Promise<boolean> {
  if (redis.status === 'ready') return true;
  return withTimeout(limitMs, 'connecting to Redis', (signal) => once(redis, 'ready', { signal })).then(
    () => true,
    () => false,
  );
}
