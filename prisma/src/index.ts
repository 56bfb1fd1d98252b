export { type MigrateOptions, migrate, pendingMigrations } from './migrate.js';
export { MigrationError, type Queryable } from './migration-history.js';
