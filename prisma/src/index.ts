export { type MigrateOptions, migrate, requireMigrations } from './migrate.js';
export type { Queryable } from './migration-history.js';
