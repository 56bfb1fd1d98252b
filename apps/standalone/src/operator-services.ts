import { once } from 'node:events';
import { openDatabase } from '@slipway/db';
import { pingRedis } from '@slipway/local';
import { connectFailFast, durabilityWarnings } from '@slipway/queue';

const untrusted = 'its certificate is not signed by an authority that is trusted: check sslrootcert';
const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
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

// pgBouncer refuses what the service sets on every connection of a server.
const isPooler = (message: string) => message.startsWith('unsupported startup parameter');

function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error per address.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = first as NodeJS.ErrnoException;
  if (isPooler(message)) return 'it is pgBouncer, so the URL needs pgbouncer=true';
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

const DATABASE_TIMEOUT_MS = 4_000;

/** Checks that the operator's PostgreSQL responds; throws one line with its address and the reason otherwise. */
export async function checkDatabase(url: string, setting = 'DATABASE_URL'): Promise<void> {
  const limits = { statementTimeoutMs: DATABASE_TIMEOUT_MS, connectTimeoutMs: DATABASE_TIMEOUT_MS };
  const database = openDatabase({ url, name: 'slipway-start', poolSize: 1, ...limits });
  try {
    await database.ping();
  } catch (error) {
    const reason = withoutPassword(reasonOf(error), url);
    throw new Error(`${setting}: PostgreSQL at ${address(url, 5432)} cannot be used: ${reason}`, {
      cause: error,
    });
  } finally {
    await database.close();
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
