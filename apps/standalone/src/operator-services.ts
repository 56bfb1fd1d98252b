import { once } from 'node:events';
import { pingPostgres, pingRedis } from '@slipway/local';
import { connectFailFast, durabilityWarnings } from '@slipway/queue';

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

function address(url: string, defaultPort: number): string {
  const { hostname, port } = new URL(url);
  return `${decodeURIComponent(hostname) || '127.0.0.1'}:${port || defaultPort}`;
}

/** Removes the password, which a library may have put into its message. */
function withoutPassword(text: string, url: string): string {
  const { password } = new URL(url);
  return password ? text.replaceAll(password, '…').replaceAll(decodeURIComponent(password), '…') : text;
}

/** Checks that the operator's PostgreSQL responds; throws one line with its address and the reason otherwise. */
export async function checkDatabase(url: string): Promise<void> {
  try {
    await pingPostgres(url);
  } catch (error) {
    const reason = withoutPassword(reasonOf(error), url);
    throw new Error(`DATABASE_URL: PostgreSQL at ${address(url, 5432)} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

/** Checks that the operator's Redis responds; returns warnings about settings that could lose accepted deliveries. */
export async function checkRedis(url: string): Promise<string[]> {
  try {
    await pingRedis(url);
  } catch (error) {
    const reason = withoutPassword(reasonOf(error), url);
    throw new Error(`REDIS_URL: Redis at ${address(url, 6379)} cannot be used: ${reason}`, { cause: error });
  }
  const redis = connectFailFast(url, () => undefined);
  try {
    await once(redis, 'ready');
    return await durabilityWarnings(redis);
  } finally {
    redis.disconnect();
  }
}
