import { once } from 'node:events';
import { parseRedisAddress } from '@slipway/domain';
import { pingPostgres } from '@slipway/local';
import { connectFailFast, durabilityWarnings, pingRedis, type Redis, type RedisSettings } from '@slipway/queue';

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'no response',
  EHOSTUNREACH: 'no route to the host',
  ECONNRESET: 'the connection was reset',
};

function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error per address.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = first as NodeJS.ErrnoException;
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

/** Checks that the operator's PostgreSQL responds; throws one line with its address and the reason otherwise. */
export async function checkDatabase(url: string): Promise<void> {
  try {
    await pingPostgres(url);
  } catch (error) {
    const reason = withoutPassword(reasonOf(error), decodeURIComponent(new URL(url).password));
    throw new Error(`DATABASE_URL: ${postgresAt(url)} cannot be used: ${reason}`, { cause: error });
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

/** Rejects with the first error instead of trying again. */
async function firstConnection(redis: Redis): Promise<void> {
  // Of a cluster, the reason is that of the last server tried.
  await once(redis, 'ready').catch((error: Error & { lastNodeError?: Error }) => {
    throw error.lastNodeError ?? error;
  });
}
