import { type Environment, ensureBinary } from './system-binary.js';

const REDIS = {
  label: 'Redis',
  names: ['redis-server', 'valkey-server'],
  debianPackage: 'redis-server',
  brewFormula: 'redis',
  advice: 'Install redis-server (or valkey-server), or set REDIS_URL to a Redis server of your own.',
};

/** Finds the Redis or Valkey server of this machine, or installs it. */
export function ensureRedis(env: Environment, log: (line: string) => void): Promise<string> {
  return ensureBinary(REDIS, env, log);
}
