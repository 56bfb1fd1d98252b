export * from './api-reads.js';
export { type DatabaseOptions, longestWaitMs } from './connection-config.js';
export * from './database.js';
export { versionOfPage } from './define-page.js';
export { definedQueries } from './define-query.js';
export { type DatabaseFacts, inspectDatabase } from './inspect-database.js';
export { inspectGrowth } from './inspect-growth.js';
export * from './inspect-server.js';
export * from './integration-changes.js';
export type { PageRequest } from './keyset.js';
export { announceChange, announceCommitted, type LiveChangesOptions, listenForChanges } from './live-changes.js';
export * from './outage.js';
export { pingServer } from './ping-server.js';
export * from './reads/builds/build-points.js';
export { findLastPassing } from './reads/builds/failure-history.js';
export type { InvestigationRecord, InvestigationStep } from './reads/builds/investigations.js';
export { findRerunBuild, type RerunBuildRecord } from './reads/builds/rerun-builds.js';
export { isSearchedBuild } from './reads/builds/searched-build.js';
export * from './reads/builds/suspect-changes.js';
export { findSuspicion, listSuspects, type SuspectRecord, type Suspicion } from './reads/builds/suspects.js';
export { findUploadedOutput, type UploadedOutput } from './reads/builds/uploaded-logs.js';
export type { ChangeLinkRecord } from './reads/changes/linked-changes.js';
export * from './reads/integrations/integrations.js';
export { findMaskingProjects } from './reads/masked-values/masked-values.js';
export type { ComparedPeriods } from './reads/metrics/period.js';
export { type CulpritRangeRecord, findCulpritRange, revisionOf } from './reads/problems/culprit-range.js';
export {
  type CulpritRunRecord,
  type CulpritSearchRecord,
  findProvenCulprit,
} from './reads/problems/culprit-searches.js';
export { statedWait } from './reads/problems/looks.js';
export { listOpenRuns, type OpenRunRecord } from './reads/problems/open-culprit-runs.js';
export { listMemberNames } from './reads/project-members/members.js';
export { findTask } from './reads/tasks/tasks.js';
export { NEVER_FAILED } from './reads/tests/project-tests.js';
export type * from './registry.js';
export { type Replica, type ReplicaOptions, watchReplica } from './replica.js';
export { probeSession } from './session-connection.js';
export { type HeldLock, SessionLocks, type SessionLocksOptions } from './session-locks.js';
export type { Queryable } from './sql.js';
export { sqlOn } from './sql-on.js';
export * from './stores/account/accounts.js';
export * from './stores/account/create-account.js';
export * from './stores/account/deletion.js';
export type { FailureRequests } from './stores/apply/builds/apply-builds.js';
export { ProjectHeldError } from './stores/apply/engine/lock-projects.js';
export * from './stores/approvals/approval-decisions.js';
export * from './stores/approvals/decide-group.js';
export * from './stores/audit-log/audit.js';
export * from './stores/builds/automatic-charges.js';
export * from './stores/builds/build-baselines.js';
export * from './stores/builds/diagnoses.js';
export * from './stores/builds/diagnosis-sweep.js';
export * from './stores/builds/investigations.js';
export * from './stores/builds/log-purges.js';
export * from './stores/builds/start-investigation.js';
export * from './stores/builds/verdicts.js';
export * from './stores/connected-accounts/connected-accounts.js';
export * from './stores/deliveries/dead-letters.js';
export { type AppliedBatch, applyDeliveries, type NormalizedDelivery } from './stores/deliveries/deliveries.js';
export type { LedgerRun, SettledDelivery } from './stores/deliveries/delivery-ledger.js';
export * from './stores/deliveries/delivery-partitions.js';
export * from './stores/deliveries/dry-run.js';
export { pack, unpack } from './stores/deliveries/packed-body.js';
export { renewFeedLink } from './stores/feed/feed-links.js';
export { listCommitBuilds } from './stores/github/commit-builds.js';
export * from './stores/github/github-comments.js';
export * from './stores/github/github-connections.js';
export * from './stores/github/github-outbox.js';
export { queueGithubUpdates } from './stores/github/queue-updates.js';
export * from './stores/github/settle-updates.js';
export * from './stores/groups/groups.js';
export * from './stores/integrations/handshakes.js';
export { addSigningSecret } from './stores/integrations/integration-secrets.js';
export * from './stores/integrations/integrations.js';
export * from './stores/integrations/reseal-secrets.js';
export * from './stores/jenkins/jenkins-builds.js';
export * from './stores/jenkins/jenkins-jobs.js';
export * from './stores/jenkins/jenkins-leases.js';
export * from './stores/jenkins/jenkins-polls.js';
export * from './stores/jenkins/jenkins-triggers.js';
export * from './stores/legal-holds/legal-holds.js';
export {
  completeLog,
  discardLog,
  giveUpLog,
  linkLog,
} from './stores/logs/settle-log.js';
export * from './stores/logs/stored-logs.js';
export * from './stores/mail/mail-outbox.js';
export type * from './stores/mail/mail-subject.js';
export * from './stores/mail/security-notices.js';
export * from './stores/masked-values/masked-values.js';
export * from './stores/members/invitations.js';
export * from './stores/members/members.js';
export * from './stores/notifications/channel-outbox.js';
export * from './stores/notifications/channels.js';
export { type FilterOwner, setFilter } from './stores/notifications/filters.js';
export { readNotificationBacklog } from './stores/notifications/notification-backlog.js';
export * from './stores/notifications/preferences.js';
export { releaseNotifications } from './stores/notifications/release.js';
export * from './stores/notifications/settle-deliveries.js';
export { notifyOfSilences } from './stores/notifications/silent-integrations.js';
export { tellGroup } from './stores/notifications/tell-group.js';
export { notifyOfChangedTests, notifyOfEndingMutes } from './stores/notifications/test-events.js';
export * from './stores/notifications/write-notification.js';
export { writeDueDigest } from './stores/notifications/write-to-people.js';
export type { Held, Wait } from './stores/outbox/define-outbox.js';
export * from './stores/ownership/save-ownership.js';
export * from './stores/people/password-changes.js';
export * from './stores/people/sign-ups.js';
export * from './stores/people/users.js';
export * from './stores/problems/conclude-search.js';
export * from './stores/problems/culprit-searches.js';
export * from './stores/problems/drive-culprit-search.js';
export * from './stores/problems/edit-problem.js';
export * from './stores/problems/problem-history.js';
export * from './stores/problems/record-problem.js';
export * from './stores/problems/settle-problem.js';
export { endDueSnoozes } from './stores/problems/snooze.js';
export {
  findFixesOfTests,
  listOpenTestProblems,
  type OpenTestProblem,
  recordTestProblems,
  settleTestProblems,
} from './stores/problems/test-problems.js';
export * from './stores/project-members/project-members.js';
export * from './stores/projects/projects.js';
export { RETENTION_RULES } from './stores/retention/expired-rows.js';
export { forgetUnusedSweeps } from './stores/retention/history-sweeps.js';
export * from './stores/retention/retention.js';
export type { RetentionKind, RetentionPeriods } from './stores/retention/retention-kind.js';
export * from './stores/saved-views/saved-views.js';
export * from './stores/second-factors/passkeys.js';
export * from './stores/second-factors/remove-factor.js';
export * from './stores/second-factors/second-factors.js';
export * from './stores/sessions/sessions.js';
export { allowAddress, disallowAddress, findMemberAddress } from './stores/sso/allowed-addresses.js';
export {
  endOwnerSessions,
  findProviderOfAccount,
  findProviderOfDomain,
  findProviderOfUser,
  findRequiredSso,
  findSsoProvider,
  markDomainVerified,
  removeSsoProvider,
  type SsoProviderRecord,
  saveSsoProvider,
  setSsoState,
} from './stores/sso/sso-providers.js';
export { isSsoIdentity, resolveSsoPerson, type SsoPerson, type SsoResult } from './stores/sso/sso-sign-in.js';
export * from './stores/tasks/tasks.js';
export * from './stores/tests/apply-test-run.js';
export * from './stores/tests/judge-runs.js';
export type { ReportedAttempt, ReportedTestResult } from './stores/tests/pack-report.js';
export { renameTest } from './stores/tests/rename-test.js';
export { endNeedlessMutes, muteTest, type NewMute, unmuteTest } from './stores/tests/test-mutes.js';
export {
  type ClaimedUpload,
  claimTestUpload,
  findTestedBuilds,
  findUploadBody,
  postponeTestUpload,
  settleTestUpload,
  type UploadOutcome,
} from './stores/tests/test-uploads.js';
export * from './stores/tokens/api-tokens.js';
export * from './stores/tokens/idempotency-keys.js';
export * from './stores/tokens/login-codes.js';
export * from './stores/tokens/oauth-clients.js';
export * from './stores/tokens/oauth-grants.js';
export * from './stores/tokens/token-usage.js';
