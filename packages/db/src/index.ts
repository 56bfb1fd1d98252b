export * from './api-reads.js';
export type { DatabaseOptions } from './connection-config.js';
export * from './database.js';
export { hotQueries } from './define-query.js';
export { type DatabaseFacts, inspectDatabase } from './inspect-database.js';
export * from './integration-changes.js';
export type { PageRequest } from './keyset.js';
export { announceChange, type LiveChangesOptions, listenForChanges } from './live-changes.js';
export * from './outage.js';
export * from './reads/build-points.js';
export * from './reads/integrations.js';
export type { InvestigationRecord, InvestigationStep } from './reads/investigations.js';
export type { LinkedBuildRunRecord } from './reads/linked-build-runs.js';
export type { ChangeLinkRecord } from './reads/linked-changes.js';
export { listMemberNames } from './reads/members.js';
export * from './reads/suspect-changes.js';
export { findTask } from './reads/tasks.js';
export type * from './registry.js';
export { type Replica, type ReplicaOptions, watchReplica } from './replica.js';
export type { Queryable } from './sql.js';
export { sqlOn } from './sql-on.js';
export { noteAccountWrite } from './stores/account-writes.js';
export * from './stores/accounts.js';
export * from './stores/api-tokens.js';
export { ProjectHeldError } from './stores/apply/engine/lock-projects.js';
export * from './stores/approval-decisions.js';
export * from './stores/audit.js';
export * from './stores/build-baselines.js';
export * from './stores/connected-accounts.js';
export * from './stores/dead-letters.js';
export * from './stores/deletion.js';
export { applyDeliveries, type NormalizedDelivery } from './stores/deliveries.js';
export type { LedgerRun, SettledDelivery } from './stores/delivery-ledger.js';
export * from './stores/delivery-partitions.js';
export {
  deleteKeysOf,
  deleteStrayDeliveries,
  detachExpiredPartitions,
  dropPartition,
  findExpiredPartition,
} from './stores/expired-partitions.js';
export { renewFeedLink } from './stores/feed-links.js';
export * from './stores/handshakes.js';
export * from './stores/idempotency-keys.js';
export { addSigningSecret } from './stores/integration-secrets.js';
export * from './stores/integrations.js';
export * from './stores/investigations.js';
export * from './stores/invitations.js';
export * from './stores/jenkins-builds.js';
export * from './stores/jenkins-jobs.js';
export * from './stores/jenkins-leases.js';
export * from './stores/jenkins-polls.js';
export * from './stores/jenkins-triggers.js';
export * from './stores/login-codes.js';
export * from './stores/mail-outbox.js';
export * from './stores/members.js';
export { pack, unpack } from './stores/packed-body.js';
export * from './stores/password-changes.js';
export * from './stores/project-members.js';
export * from './stores/projects.js';
export * from './stores/rehearsal.js';
export * from './stores/reseal-secrets.js';
export * from './stores/retention.js';
export * from './stores/sessions.js';
export * from './stores/start-investigation.js';
export * from './stores/tasks.js';
export * from './stores/token-usage.js';
export * from './stores/users.js';
