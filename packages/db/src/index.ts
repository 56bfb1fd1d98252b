export * from './database.js';
export * from './outage.js';
export * from './reads/build-runs.js';
export * from './reads/integrations.js';
export * from './reads/investigations.js';
export * from './reads/projects.js';
export * from './reads/tokens.js';
export type { Queryable } from './sql.js';
export * from './stores/deliveries.js';
