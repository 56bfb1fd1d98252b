export { isAlive, npmAbove, type ProcessIdentity, startMark, tryLock } from '../process-lock.mjs';
export { pingRedis } from './call-redis.js';
export { freePort, isPortFree } from './ports.js';
export { type PostgresOptions, pingPostgres, startPostgres } from './postgres.js';
export { ensurePromtool } from './promtool.js';
export { type RedisOptions, startRedis } from './redis.js';
export { secretFile } from './secret-file.js';
export type { LocalService } from './service.js';
