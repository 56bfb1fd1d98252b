import type { BrokenJob, Home, HomeProject } from '@slipway/contracts';
import type {
  BuildCauseRecord,
  HomeProjectRecord,
  ReviewedDeploymentRecord,
  RollupRecord,
  WaitingApprovalRecord,
} from '@slipway/db';
import { type Redactor, redactName, sanitizePath, sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { FORMER_MEMBER, type NameOf, type People, presentAuthor } from '../../presenters.js';
import { presentError, presentStripPoint } from '../builds/present-build.js';
import type { BrokenRun } from './broken-job.js';

const STRIP_LENGTH = 30;

/** What is known about the builds. */
export interface KnownCauses {
  readonly causes: readonly BuildCauseRecord[];
  readonly nameOf: NameOf;
  /** The builds that no longer count as running. */
  readonly stale: ReadonlySet<number>;
  redactorOf(projectId: number): Redactor;
}

export function presentHomeProject(
  { id, name, isPaused, builds }: HomeProjectRecord,
  broken: BrokenRun | null,
  known: KnownCauses,
): HomeProject {
  const job = builds.at(-1)?.jobName;
  return {
    id,
    name,
    state: isPaused ? 'paused' : 'active',
    job: job === undefined ? null : redactName(job, known.redactorOf(id)),
    builds: builds.slice(-STRIP_LENGTH).map((build) => presentStripPoint(build, known.stale)),
    broken: broken && presentBroken(id, broken, known),
  };
}

/**
 * Names the change of the first failed build, and the error of the last one. The person is who is asked about that error:
 * the investigation of either build may name them.
 */
function presentBroken(projectId: number, broken: BrokenRun, known: KnownCauses): BrokenJob {
  const { since, latest, failures, isOpenEnded } = broken;
  const causeOf = (buildId: number) => known.causes.find((cause) => cause.buildId === buildId);
  const first = causeOf(since.id);
  const shown = causeOf(latest.id);
  const isSame = first !== undefined && first.fingerprint !== null && first.fingerprint === shown?.fingerprint;
  const userId = shown?.attributedUserId ?? (isSame ? first.attributedUserId : null);
  return {
    since: presentStripPoint(since, known.stale),
    latest: presentStripPoint(latest, known.stale),
    failures,
    is_open_ended: isOpenEnded,
    change: presentChange(first, { nameOf: known.nameOf, redactor: known.redactorOf(projectId) }),
    investigation: shown?.investigation ?? null,
    error: presentError(shown?.error ?? null, known.redactorOf(projectId)),
    cause_state: shown?.causeState ?? null,
    asked: memberName(known.nameOf(userId)),
  };
}

const memberName = (name: string) => (name === '' || name === FORMER_MEMBER ? null : name);

function presentChange(cause: BuildCauseRecord | undefined, people: People): BrokenJob['change'] {
  if (cause === undefined || cause.changeId === null) return null;
  return {
    id: cause.changeId,
    display_identifier: sanitizeText(cause.displayIdentifier ?? ''),
    description: sanitizeText(cause.description ?? ''),
    author: presentAuthor(people, cause.authorUserId, cause.author ?? ''),
  };
}

export function presentRollup(rollup: RollupRecord | null): Home['rollup'] {
  return {
    changes_24h: rollup?.changes24h ?? 0,
    builds_passed_24h: rollup?.buildsPassed24h ?? 0,
    builds_failed_24h: rollup?.buildsFailed24h ?? 0,
    open_tasks: rollup?.openTasks ?? 0,
    active_projects: rollup?.activeProjects ?? 0,
    total_projects: rollup?.totalProjects ?? 0,
  };
}

export function presentWaiting(approval: WaitingApprovalRecord): Home['approvals'][number] {
  return {
    id: approval.id,
    project_id: approval.projectId,
    asset_id: approval.assetId,
    asset_name: sanitizePath(approval.name),
    asset_type: approval.assetType,
    commit_sha: sanitizeText(approval.commitSha),
    others: approval.others,
    stage: sanitizeText(approval.approvalStage),
    created_at: presentTime(approval.createdAt),
  };
}

export function presentInReview(deployment: ReviewedDeploymentRecord): Home['in_review'][number] {
  return {
    id: deployment.id,
    project_id: deployment.projectId,
    platform: deployment.platform,
    version: sanitizeText(deployment.version),
    build_number: sanitizeText(deployment.buildNumber),
    created_at: presentTime(deployment.createdAt),
  };
}
