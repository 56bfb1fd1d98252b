import { once } from 'node:events';
import { openDatabase } from '@slipway/db';
import { parseRedisAddress } from '@slipway/domain';
import { connectFailFast, durabilityWarnings, pingRedis, type Redis, type RedisSettings } from '@slipway/queue';

const untrusted = 'its certificate is not signed by a trusted authority: check sslrootcert';
const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'no response',
  EHOSTUNREACH: 'no route to the host',
  ECONNRESET: 'the connection was reset',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

// pgBouncer rejects parameters that the service sets on every connection.
const isPooler = (message: string) => message.startsWith('unsupported startup parameter');

function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error per address.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = first as NodeJS.ErrnoException;
  if (isPooler(message)) return 'it is pgBouncer, so the URL needs pgbouncer=true';
  return reasons[code ?? ''] ?? message ?? String(first);
}

function postgresAt(url: string): string {
  const { hostname, port } = new URL(url);
  return `PostgreSQL at ${decodeURIComponent(hostname) || '127.0.0.1'}:${port || 5432}`;
}

function redisAt(url: string): string {
  const address = parseRedisAddress(url);
  const list = (nodes: readonly { host: string; port: number }[]) =>
    nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
  if (address.kind === 'sentinel') return `${address.group} of the Sentinels at ${list(address.sentinels)}`;
  if (address.kind === 'cluster') return `the cluster at ${list(address.nodes)}`;
  return `Redis at ${list([address.node])}`;
}

/** Removes the password, which a library may have put into its message. */
function withoutPassword(text: string, password: string | undefined): string {
  return password ? text.replaceAll(password, '…').replaceAll(encodeURIComponent(password), '…') : text;
}

const DATABASE_TIMEOUT_MS = 4_000;

/** Checks that the operator's PostgreSQL responds; otherwise throws one line with its address and the reason. */
export async function checkDatabase(url: string, setting = 'DATABASE_URL'): Promise<void> {
  const limits = { statementTimeoutMs: DATABASE_TIMEOUT_MS, connectTimeoutMs: DATABASE_TIMEOUT_MS };
  const database = openDatabase({ url, name: 'slipway-start', poolSize: 1, ...limits });
  try {
    await database.ping();
  } catch (error) {
    const reason = withoutPassword(reasonOf(error), decodeURIComponent(new URL(url).password));
    throw new Error(`${setting}: ${postgresAt(url)} cannot be used: ${reason}`, { cause: error });
  } finally {
    await database.close();
  }
}

/** Checks that the operator's Redis responds; returns warnings about settings that could lose accepted deliveries. */
export async function checkRedis(settings: RedisSettings & { REDIS_WAIT_REPLICAS: number }): Promise<string[]> {
  const { REDIS_URL: url } = settings;
  const redis = connectFailFast(settings, () => undefined);
  try {
    await firstConnection(redis);
    await pingRedis(redis);
    return await durabilityWarnings(redis, settings.REDIS_WAIT_REPLICAS);
  } catch (error) {
    const reason = withoutPassword(reasonOf(error), parseRedisAddress(url).password);
    throw new Error(`REDIS_URL: ${redisAt(url)} cannot be used: ${reason}`, { cause: error });
  } finally {
    redis.disconnect();
  }
}

/** Rejects with the first error instead of retrying. */
async function firstConnection(redis: Redis): Promise<void> {
  // For a cluster, reports the error of the server that was tried last.
  await once(redis, 'ready').catch((error: Error & { lastNodeError?: Error }) => {
    throw error.lastNodeError ?? error;
  });
}
