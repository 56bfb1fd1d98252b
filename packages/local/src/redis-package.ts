import { type Environment, ensureInstalled, type SystemPackage } from './system-package.js';

/** Redis, or Valkey in its place. */
const redisPackage: SystemPackage = {
  label: 'Redis',
  commands: ['redis-server', 'valkey-server'],
  debian: 'redis-server',
  brew: 'redis',
  advice: 'Install redis-server (or valkey-server), or set REDIS_URL to a Redis server of your own.',
};

/** Finds Redis; installs it if the system's package manager can run without a prompt. */
export function ensureRedis(env: Environment, log: (line: string) => void): Promise<string> {
  return ensureInstalled(redisPackage, env, log);
}
