import type { SystemPackage } from './system-package.js';

/** Redis, or Valkey in its place. */
export const redisPackage: SystemPackage = {
  label: 'Redis',
  commands: ['redis-server', 'valkey-server'],
  debian: 'redis-server',
  brew: 'redis',
  advice: 'Install redis-server (or valkey-server), or set REDIS_URL to a Redis server of your own.',
};
