export * from './access/sso-access.js';
export * from './attribution/attribute.js';
export * from './attribution/change-window.js';
export * from './attribution/commit-range.js';
export * from './attribution/describe-attribution.js';
export * from './attribution/likely-fix.js';
export * from './attribution/weigh-changes.js';
export * from './builds/dispatch-inputs.js';
export * from './builds/rerun.js';
export * from './builds/revision-parameters.js';
export * from './builds/run-at-revision.js';
export * from './checkup/describe-forecast.js';
export * from './checkup/disk-forecast.js';
export { type CheckFinding, describeFindings, finding } from './checkup/finding.js';
export * from './credentials/badge-links.js';
export * from './credentials/secrets.js';
export * from './credentials/session-lifetime.js';
export * from './credentials/setup-code.js';
export * from './credentials/signatures.js';
export * from './credentials/signed-links.js';
export * from './credentials/tokens.js';
export * from './culprit/assess-culprit.js';
export type { FailureRate } from './culprit/beta-counts.js';
export * from './culprit/describe-culprit.js';
export * from './culprit/drive-search.js';
export * from './culprit/place-runs.js';
export * from './culprit/place-search-runs.js';
export * from './culprit/search-culprit.js';
export * from './deliveries/durations.js';
export * from './deliveries/operations.js';
export * from './feed/feed-event.js';
export * from './feed/feed-key.js';
export * from './identifiers/ids.js';
export * from './json/canonical-json.js';
export * from './json/clean-json.js';
export * from './json/omit-empty.js';
export * from './json/quote-big-integers.js';
export * from './json/require-parseable.js';
export * from './logs/find-middle.js';
export * from './logs/log-lines.js';
export * from './logs/redact-log.js';
export * from './logs/take-lines.js';
export * from './merge/asset.js';
export * from './merge/build-run.js';
export * from './merge/build-step.js';
export * from './merge/change.js';
export * from './merge/compare-text.js';
export * from './merge/deployment.js';
export * from './merge/orphans.js';
export * from './merge/ref-order.js';
export * from './merge/reference.js';
export * from './merge/weighted-fields.js';
export * from './notifications/commit-build.js';
export * from './notifications/describe-approval.js';
export {
  type BuildEvent,
  type BuildFacts,
  type BuildFinding,
  type CauseAnnouncement,
  describeBuild,
  describeCause,
  quoteOf,
} from './notifications/describe-build.js';
export * from './notifications/describe-credits.js';
export * from './notifications/describe-deployment.js';
export * from './notifications/describe-integration.js';
export * from './notifications/describe-problem.js';
export * from './notifications/describe-test.js';
export * from './notifications/describe-tests.js';
export * from './notifications/escalate.js';
export * from './notifications/mailed-notification.js';
export {
  clean,
  clip,
  type DescribeOptions,
  escapeWithin,
  inline,
  type Message,
  type MessageFact,
  maskContent,
  type NotificationContent,
} from './notifications/message.js';
export * from './notifications/outage-events.js';
export * from './notifications/quiet-hours.js';
export * from './ownership/find-rule.js';
export * from './ownership/on-call.js';
export * from './ownership/parse-owners.js';
export * from './ownership/resolve-owners.js';
export * from './ownership/should-look.js';
export * from './paging/cursor.js';
export * from './problems/snooze.js';
export * from './problems/waits-for.js';
export type { MaskedValue } from './redaction/masked-values.js';
export * from './redaction/project-redactors.js';
export { commonRedactor, type Redactor } from './redaction/redactor.js';
export * from './retention/history-retention.js';
export { parseObjectStoreUrl, type S3Address, type S3Encryption } from './settings/object-store-address.js';
export * from './settings/redis-address.js';
export * from './tasks/task-edit.js';
export * from './tasks/tracker-keys.js';
export * from './test-results/build-tests.js';
export * from './test-results/describe-tests.js';
export * from './test-results/packed-ids.js';
export * from './test-results/packed-results.js';
export * from './test-results/similar-names.js';
export * from './test-results/test-identity.js';
export * from './text/bytes-head.js';
export * from './text/describe-count.js';
export * from './text/preview-hosts.js';
export * from './text/redact-body.js';
export {
  type HiddenPeople,
  hidePeople,
  NOBODY,
  redactAuthor,
  redactName,
  redactText,
} from './text/redact-text.js';
export * from './text/sanitize-path.js';
export * from './text/sanitize-text.js';
export * from './text/sanitize-url.js';
export * from './time/account-day.js';
export * from './time/backoff.js';
export * from './time/clock.js';
export * from './time/provider-time.js';
export * from './time/with-timeout.js';
export * from './tracing/sql-channel.js';
export * from './verdicts/describe-verdict.js';
export type { DurationChange } from './verdicts/duration-change.js';
export type { Evidence } from './verdicts/evidence.js';
export type { ProjectPrior } from './verdicts/flake-model.js';
export * from './verdicts/infrastructure-run.js';
export * from './verdicts/judge.js';
export type { TestRun, Touched } from './verdicts/test-run.js';
export * from './vocabulary/asset-types.js';
export * from './vocabulary/build-status.js';
export * from './vocabulary/deployment-status.js';
export * from './vocabulary/pair-steps.js';
export * from './vocabulary/platforms.js';
export * from './vocabulary/stale-build.js';
export * from './web/loopback.js';
export * from './web/pages.js';
export * from './web/web-paths.js';
