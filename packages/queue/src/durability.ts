import type { Redis } from 'ioredis';

/** Settings of Redis that put accepted deliveries at risk, one sentence each. */
export async function durabilityWarnings(redis: Redis): Promise<string[]> {
  const [appendonly, policy] = await Promise.all([
    readSetting(redis, 'appendonly'),
    readSetting(redis, 'maxmemory-policy'),
  ]);
  if (appendonly === null || policy === null) {
    return ['Redis does not reveal its settings: whether accepted deliveries survive its restart is unknown.'];
  }
  const warnings: string[] = [];
  if (appendonly !== 'yes') {
    warnings.push('Redis has appendonly off: accepted deliveries are lost when it restarts.');
  }
  if (policy !== 'noeviction') {
    warnings.push(`Redis has maxmemory-policy ${policy}: accepted deliveries may be evicted.`);
  }
  return warnings;
}

/** Null when the operator forbids CONFIG. */
async function readSetting(redis: Redis, name: string): Promise<string | null> {
  try {
    const answer: unknown = await redis.config('GET', name);
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null;
  } catch {
    return null;
  }
}
