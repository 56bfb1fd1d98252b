export { type DumpedDatabase, dumpDatabase, type OnTable } from './backup/dump-database.js';
export { loadDatabase, RestoreError } from './backup/load-database.js';
export { type MigrateOptions, migrate, requireMigrations } from './migrate.js';
export type { Queryable } from './migration-history.js';
