export * from './api-reads.js';
export * from './database.js';
export type { PageRequest } from './keyset.js';
export * from './outage.js';
export type {
  BuildArtifactRecord,
  BuildRunDetailRecord,
  BuildRunFilter,
  BuildRunRecord,
  BuildStepRecord,
} from './reads/build-runs.js';
export * from './reads/integrations.js';
export type { InvestigationRecord } from './reads/investigations.js';
export type { ProjectRecord } from './reads/projects.js';
export type { ApiTokenRecord } from './reads/tokens.js';
export type { Queryable } from './sql.js';
export * from './stores/accounts.js';
export * from './stores/deliveries.js';
export * from './stores/investigations.js';
export * from './stores/login-codes.js';
export * from './stores/token-usage.js';
