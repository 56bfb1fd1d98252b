export { isAlive, npmAbove, type ProcessIdentity, startMark, tryLock } from '../process-lock.mjs';
export { pingRedis } from './call-redis.js';
export { type PgBouncer, type PgBouncerOptions, startPgBouncer } from './pgbouncer.js';
export { freePort, isPortFree } from './ports.js';
export { type PostgresOptions, startPostgres } from './postgres.js';
export { type RedisOptions, startRedis } from './redis.js';
export { secretFile } from './secret-file.js';
export type { LocalService } from './service.js';
