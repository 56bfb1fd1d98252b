import type { Redis as Server } from 'ioredis';
import type { Redis } from './connection.js';
import { mastersOf, nameOfServer, serversOf } from './redis-servers.js';

/**
 * Settings of Redis that put accepted deliveries at risk, one sentence each: of all servers of a cluster, otherwise of
 * the server in use. With `waitReplicas`, also masters with fewer replicas.
 */
export async function durabilityWarnings(redis: Redis, waitReplicas = 0): Promise<string[]> {
  const warnings = await Promise.all([
    ...serversOf(redis).map((server) => settingsWarnings(server, nameOfServer(redis, server))),
    ...(waitReplicas === 0
      ? []
      : mastersOf(redis).map((master) => replicaWarnings(master, nameOfServer(redis, master), waitReplicas))),
  ]);
  return warnings.flat();
}

async function settingsWarnings(server: Server, name: string): Promise<string[]> {
  const [appendonly, policy] = await Promise.all([
    readSetting(server, 'appendonly'),
    readSetting(server, 'maxmemory-policy'),
  ]);
  if (appendonly === null || policy === null) {
    return [`${name} does not reveal its settings: whether accepted deliveries survive its restart is unknown.`];
  }
  const warnings: string[] = [];
  if (appendonly !== 'yes') {
    warnings.push(`${name} has appendonly off: accepted deliveries are lost when it restarts.`);
  }
  if (policy !== 'noeviction') {
    warnings.push(`${name} has maxmemory-policy ${policy}: accepted deliveries may be evicted.`);
  }
  return warnings;
}

async function replicaWarnings(master: Server, name: string, required: number): Promise<string[]> {
  const info = await master.info('replication').catch(() => '');
  const replicas = /^connected_slaves:(\d+)/m.exec(info)?.[1];
  if (replicas === undefined || Number(replicas) >= required) return [];
  return [`${name} has ${replicas} of ${required} replicas (REDIS_WAIT_REPLICAS): deliveries wait in the spool.`];
}

/** Null when the operator forbids CONFIG. */
async function readSetting(redis: Server, name: string): Promise<string | null> {
  try {
    const answer: unknown = await redis.config('GET', name);
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null;
  } catch {
    return null;
  }
}
