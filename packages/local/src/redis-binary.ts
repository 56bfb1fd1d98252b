import { type Environment, ensureProgram } from './system-program.js';

const redis = {
  label: 'Redis',
  commands: ['redis-server', 'valkey-server'],
  apt: 'redis-server',
  service: 'redis-server',
  package: 'redis',
  alternative: 'set REDIS_URL to your own Redis server',
};

/** Finds the server; installs it if the system's package manager can run without a prompt. */
export function ensureRedis(env: Environment, log: (line: string) => void): Promise<string> {
  return ensureProgram(redis, env, log);
}
