export * from './api-reads.js';
export * from './database.js';
export { hotQueries } from './define-query.js';
export * from './integration-changes.js';
export type { PageRequest } from './keyset.js';
export * from './outage.js';
export type { ApprovalRecord } from './reads/approvals.js';
export type { AssetDetailRecord, AssetRecord } from './reads/assets.js';
export * from './reads/build-points.js';
export type {
  BuildArtifactRecord,
  BuildRunDetailRecord,
  BuildRunFilter,
  BuildRunRecord,
  BuildStepRecord,
} from './reads/build-runs.js';
export type {
  ChangeDetailRecord,
  ChangeRecord,
  LinkedBuildRunRecord,
} from './reads/changes.js';
export type {
  DeliveryDetailRecord,
  DeliveryFilter,
  DeliveryRecord,
  ReplayableRecord,
  ReplayCandidate,
} from './reads/deliveries.js';
export type { GapRecord } from './reads/delivery-gaps.js';
export type { DeploymentDetailRecord, DeploymentRecord } from './reads/deployments.js';
export type { FeedRequest, FeedScope, RollupRecord } from './reads/feed.js';
export * from './reads/integrations.js';
export type { InvestigationRecord } from './reads/investigations.js';
export { type ConnectedAccountRecord, listMemberNames, type MemberRecord } from './reads/members.js';
export type { MetricsRecord } from './reads/metrics.js';
export type { ProjectRecord } from './reads/projects.js';
export type { LinkedReferenceRecord, ReferenceFilter, ReferenceRecord } from './reads/references.js';
export * from './reads/suspect-changes.js';
export {
  findTask,
  type TaskDetailRecord,
  type TaskFilter,
  type TaskLinksRecord,
  type TaskRecord,
} from './reads/tasks.js';
export type { ApiTokenRecord } from './reads/tokens.js';
export type { WorkspaceRecord } from './reads/workspace.js';
export type { Queryable } from './sql.js';
export * from './stores/accounts.js';
export { ProjectHeldError } from './stores/apply/project-locks.js';
export * from './stores/approval-decisions.js';
export * from './stores/build-baselines.js';
export * from './stores/dead-letters.js';
export { applyDeliveries, type NormalizedDelivery } from './stores/deliveries.js';
export type { LedgerRun, SettledDelivery } from './stores/delivery-ledger.js';
export * from './stores/delivery-partitions.js';
export * from './stores/idempotency-keys.js';
export * from './stores/integration-secrets.js';
export * from './stores/investigations.js';
export * from './stores/jenkins-builds.js';
export * from './stores/jenkins-jobs.js';
export * from './stores/jenkins-polls.js';
export * from './stores/jenkins-triggers.js';
export * from './stores/login-codes.js';
export * from './stores/mail-outbox.js';
export { pack, unpack } from './stores/packed-body.js';
export * from './stores/rehearsal.js';
export * from './stores/retention.js';
export * from './stores/tasks.js';
export * from './stores/token-usage.js';
