export { type MigrateOptions, migrate, requireMigrations } from './migrate.js';
export type { Queryable } from './migration-history.js';
export { type NewMigrationOptions, newMigration } from './new-migration.js';
export { type SeedOptions, seedDemo } from './seed/seed-demo.js';
