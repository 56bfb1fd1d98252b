/** The contract's closed value sets, in the order in which error bodies list them. */

export const PLANS = ['free', 'indie', 'team', 'studio', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const TASK_STATES = ['to_do', 'in_progress', 'blocked', 'completed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

export const TASK_TYPES = ['bug', 'feature', 'chore', 'art', 'content', 'balance'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

export const PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const BUILD_STATUSES = [
  'queued',
  'preparing',
  'building',
  'completed',
  'failed',
  'cancelled',
  'passed_pending_approval',
] as const;
export type BuildStatus = (typeof BUILD_STATUSES)[number];
/** Builds that did what they should, whether or not a person still has to approve their result. */
export const PASSED_STATUSES = ['completed', 'passed_pending_approval'] as const satisfies readonly BuildStatus[];
/** Builds that do not run any more. */
export const ENDED_STATUSES = [
  ...PASSED_STATUSES,
  'failed',
  'cancelled',
] as const satisfies readonly BuildStatus[];

/** What people see of a build: that it is stale, otherwise the status that its last report gave. */
export function shownStatus(build: { readonly status: string; readonly is_stale: boolean }): string {
  return build.is_stale ? 'stale' : build.status;
}

/** What people see of a step: one that a stale build left running is stale too. */
export function shownStepStatus(build: { readonly is_stale: boolean }, status: string): string {
  return build.is_stale && status === 'running' ? 'stale' : status;
}

/** What a person says of a finding: its line is the cause, another line is, or the project did not cause the failure. */
/** What ownership rules are about. */
export const OWNED_KINDS = ['path', 'asset', 'job', 'test'] as const;
export type OwnedKind = (typeof OWNED_KINDS)[number];

export const FINDING_VERDICTS = ['confirmed', 'refused', 'other_line', 'not_ours'] as const;
export type FindingVerdict = (typeof FINDING_VERDICTS)[number];

export const TEST_STATUSES = ['passed', 'failed', 'errored', 'skipped'] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

/** In the order of their importance, apart from the first. */
export const TEST_VERDICTS = ['passing', 'broken', 'flaky', 'slow', 'silent', 'fixed', 'new'] as const;
export type TestVerdict = (typeof TEST_VERDICTS)[number];

/** What the failure of a test means for a build, in the order of listing. */
export const FAILURE_CLASSES = ['new_failure', 'known_failure', 'flaky', 'muted'] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** What tests can be listed by instead of the order in which they were first reported. */
export const TEST_SORTS = ['newest_failure', 'flakiest', 'slowest'] as const;
export type TestSort = (typeof TEST_SORTS)[number];

/** 30 days: no build takes longer, whatever its sender reports. */
export const MAX_DURATION_SECONDS = 30 * 24 * 60 * 60;

export const BUILD_TYPES = ['unreal', 'unity', 'custom'] as const;
export type BuildType = (typeof BUILD_TYPES)[number];

export const TARGET_TYPES = ['development', 'shipping', 'test', 'debug'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

export const ASSET_TYPES = [
  'texture',
  'model',
  'audio',
  'script',
  'level',
  'material',
  'animation',
  'archive',
  'shader',
  'config',
  'document',
  'font',
  'video',
] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'ignored'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const SOURCE_TYPES = ['AssetCommit', 'GitCommit', 'Changelist'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export const FILE_ACTIONS = ['add', 'edit', 'delete', 'move'] as const;
export type FileAction = (typeof FILE_ACTIONS)[number];

export const PLATFORMS = [
  'steam',
  'epic_games_store',
  'google_play',
  'apple_app_store',
  'unity_cloud',
  'custom',
  'reddit_devvit',
  'youtube_playables',
] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The platforms by the names that people know them by. */
export const PLATFORM_LABELS: Readonly<Record<Platform, string>> = {
  steam: 'Steam',
  epic_games_store: 'Epic Games Store',
  google_play: 'Google Play',
  apple_app_store: 'App Store',
  unity_cloud: 'Unity Cloud',
  custom: 'Custom',
  reddit_devvit: 'Reddit Devvit',
  youtube_playables: 'YouTube Playables',
};

export const DEPLOYMENT_STATUSES = [
  'pending',
  'submitted',
  'uploading',
  'in_review',
  'approved',
  'rejected',
  'live',
  'rolled_back',
] as const;
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** Whether a suggested fix is for the failure at hand, or advice that fits any failure of its kind. */
export const FIX_KINDS = ['specific', 'general'] as const;
export type FixKind = (typeof FIX_KINDS)[number];

export const INVESTIGATION_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type InvestigationStatus = (typeof INVESTIGATION_STATUSES)[number];

/** Which failed builds of a project are investigated without anyone asking. */
export const AUTOMATIC_INVESTIGATIONS = ['off', 'main_jobs', 'every_failure'] as const;
export type AutomaticInvestigation = (typeof AUTOMATIC_INVESTIGATIONS)[number];

export const PROBLEM_STATES = ['open', 'resolved', 'ignored'] as const;
export type ProblemState = (typeof PROBLEM_STATES)[number];
/** Who makes the runs of a search for a culprit: Slipway asks the build tool, or somebody reports their own runs. */
export const CULPRIT_RUNNERS = ['ci', 'client'] as const;
export type CulpritRunner = (typeof CULPRIT_RUNNERS)[number];
export const CULPRIT_SEARCH_STATES = ['active', 'ended', 'stopped'] as const;
export type CulpritSearchState = (typeof CULPRIT_SEARCH_STATES)[number];
/** What the runs of a search that ended proved. */
export type CulpritConclusion = 'found' | 'no_culprit' | 'unsettled';
/** How a run ended that somebody reports to a search. */
export const REPORTED_OUTCOMES = ['passed', 'failed', 'untestable'] as const;
export const CULPRIT_RUN_OUTCOMES = ['requested', 'running', ...REPORTED_OUTCOMES, 'lost'] as const;
export type CulpritRunOutcome = (typeof CULPRIT_RUN_OUTCOMES)[number];

/** What ends the snooze of a problem: its date alone, or before it a failure on a newer revision. */
export const SNOOZE_ENDS = ['date', 'next_change'] as const;
export type SnoozeEnd = (typeof SNOOZE_ENDS)[number];

export const MAX_SNOOZE_DAYS = 90;

/** What people know about a problem. */
export const PROBLEM_MARKS = ['known', 'flaky', 'infrastructure'] as const;
export type ProblemMark = (typeof PROBLEM_MARKS)[number];

export const DELIVERY_OUTCOMES = ['applied', 'ignored', 'duplicate', 'rejected', 'dead'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

export const GAP_KINDS = ['build_number', 'changelist'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

export const ASSET_APPROVAL_STATUSES = ['none', ...APPROVAL_STATUSES] as const;
export type AssetApprovalStatus = (typeof ASSET_APPROVAL_STATUSES)[number];

export const DECISIONS = ['approved', 'denied', 'ignored'] as const;
export type Decision = (typeof DECISIONS)[number];

export const INVESTIGATION_CATEGORIES = [
  'compile',
  'link',
  'codegen',
  'config',
  'toolchain',
  'cook',
  'shader',
  'packaging',
  'signing',
  'test',
  'lint',
  'content',
  'dependency',
  'source_control',
  'network',
  'infra',
  'unknown',
] as const;
export type InvestigationCategory = (typeof INVESTIGATION_CATEGORIES)[number];

export const EVENT_TYPES = [
  'build_run.completed',
  'build_run.failed',
  'change.submitted',
  'task.state_changed',
  'approval.requested',
  'approval.granted',
  'approval.denied',
  'approval.ignored',
  'deployment.created',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One wildcard per event type prefix, such as `build_run.*`. */
export const EVENT_TYPE_WILDCARDS: readonly string[] = [
  ...new Set(EVENT_TYPES.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
];

export const PILLS = ['ok', 'err', 'info', 'warn', 'neutral'] as const;
export type Pill = (typeof PILLS)[number];

/** The kinds of history whose age an operator, and an owner for their project, may limit. */
export const HISTORY_KINDS = ['builds', 'build_logs', 'changes', 'deployments', 'assets', 'references'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
/** The feed and the metrics cover this many days, so nothing of it expires earlier. */
export const MIN_HISTORY_DAYS = 90;
export const MAX_HISTORY_DAYS = 3_650;
