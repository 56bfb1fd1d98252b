import {
  type BrokenJob,
  getHome,
  getMyWork,
  type Home,
  type HomeProject,
  PASSED_STATUSES,
} from '@slipway/contracts';
import type {
  BuildCauseRecord,
  HomeProjectRecord,
  MainJobBuild,
  ReviewedDeploymentRecord,
  RollupRecord,
  WaitingApprovalRecord,
} from '@slipway/db';
import {
  describeWaitsFor,
  type Redactor,
  redactName,
  sanitizePath,
  sanitizeText,
  type WaitsFor,
} from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import { accountNames, FORMER_MEMBER, type NameOf, type People, presentAuthor } from '../presenters.js';
import { redactorsOf } from '../redactors-of.js';
import type { ConsoleServices } from '../services.js';
import { presentError, presentStripPoint } from './builds/present-build.js';

const DAY_MS = 86_400_000;

export const get = defineConsoleEndpoint(getHome, async ({ account, services }) => {
  const { reads, clock } = services;
  const now = clock.now();
  const [projects, approvals, waiting, inReview, deliveries, rollup, nameOf] = await Promise.all([
    reads.listHomeProjects(account.id),
    reads.listWaitingApprovals(account.id),
    reads.countWaitingDecisions(account.id),
    reads.listDeploymentsInReview(account.id),
    reads.countLostDeliveries(account.id, new Date(now - DAY_MS)),
    reads.countRollup(account.id, now),
    accountNames(services, account.id),
  ]);
  const broken = projects.map(({ builds }) => findBrokenRun(builds));
  const ids = broken.flatMap((run) => (run === null ? [] : [run.since.id, run.latest.id]));
  const [causes, stale, waits] = await Promise.all([
    reads.listBuildCauses(account.id, [...new Set(ids)]),
    reads.findStaleBuilds(
      account.id,
      projects.flatMap(({ builds }) => builds),
      now,
    ),
    Promise.all(
      projects.map(({ id }, place) => findWaiting(services, { id, accountId: account.id }, broken[place])),
    ),
  ]);
  const redactorOf = await redactorsOf(
    services,
    projects.map(({ id }) => id),
  );
  return {
    projects: projects.map((project, place) =>
      presentHomeProject(project, broken[place] ?? null, {
        causes,
        nameOf,
        stale,
        redactorOf,
        waitsFor: waits[place] ?? null,
      }),
    ),
    approvals: approvals.map(presentWaiting),
    waiting_approvals: waiting,
    in_review: inReview.map(presentInReview),
    deliveries: deliveries.map(({ projectId, outcome, count }) => ({ project_id: projectId, outcome, count })),
    rollup: presentRollup(rollup),
  };
});

export const myWork = defineConsoleEndpoint(getMyWork, async ({ caller, account, services }) => {
  const user = { accountId: account.id, userId: caller.userId };
  const [tasks, approvals, builds] = await Promise.all([
    services.reads.listOwnTasks(user),
    services.reads.listAskedApprovals(user, services.clock.now()),
    services.reads.listOwnBuilds(user),
  ]);
  const stale = await services.reads.findStaleBuilds(account.id, builds, services.clock.now());
  const redactorOf = await redactorsOf(
    services,
    builds.map(({ projectId }) => projectId),
  );
  return {
    tasks: tasks.map(({ id, projectId, title, state, priority, createdAt }) => ({
      id,
      project_id: projectId,
      title,
      state,
      priority,
      created_at: presentTime(createdAt),
    })),
    task_count: tasks[0]?.total ?? 0,
    approvals: approvals.map(presentWaiting),
    builds: builds.map((build) => ({
      ...presentStripPoint(build, stale),
      project_id: build.projectId,
      job: redactName(build.jobName, redactorOf(build.projectId)),
      change: { id: build.changeId, display_identifier: sanitizeText(build.displayIdentifier) },
    })),
  };
});

interface BrokenRun {
  readonly since: MainJobBuild;
  readonly latest: MainJobBuild;
  readonly failures: number;
  readonly isOpenEnded: boolean;
}

const PASSED: ReadonlySet<string> = new Set(PASSED_STATUSES);

/** When a job broke; null if its last result is a pass. Running and cancelled builds are skipped. */
export function findBrokenRun(builds: readonly MainJobBuild[]): BrokenRun | null {
  const results = builds.filter(({ status }) => status === 'failed' || PASSED.has(status));
  const lastPass = results.findLastIndex(({ status }) => PASSED.has(status));
  const failed = results.slice(lastPass + 1);
  const [since] = failed;
  const latest = failed.at(-1);
  if (since === undefined || latest === undefined) return null;
  return { since, latest, failures: failed.length, isOpenEnded: lastPass === -1 };
}

const STRIP_LENGTH = 30;

/** Whom or what the problem of a broken job waits for. */
async function findWaiting(
  { reads, clock }: ConsoleServices,
  project: { readonly id: number; readonly accountId: number },
  run: BrokenRun | null | undefined,
): Promise<WaitsFor | null> {
  const problem = run == null ? null : await reads.findProblemOfBuild(project.id, run.latest.id);
  return problem === null ? null : (await reads.readAttention(project, problem, clock.now())).waitsFor;
}

interface KnownCauses {
  readonly waitsFor: WaitsFor | null;
  readonly causes: readonly BuildCauseRecord[];
  readonly nameOf: NameOf;
  /** The builds that no longer count as running. */
  readonly stale: ReadonlySet<number>;
  redactorOf(projectId: number): Redactor;
}

function presentHomeProject(
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
 * Names the change of the first failed build, and the error of the last one. The investigation of either build may attribute
 * that error to a person.
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
    attributed_to: memberName(known.nameOf(userId)),
    waits_for: known.waitsFor && describeWaitsFor(known.waitsFor, known.nameOf),
    is_snoozed: known.waitsFor?.why === 'snoozed',
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

function presentRollup(rollup: RollupRecord | null): Home['rollup'] {
  return {
    changes_24h: rollup?.changes24h ?? 0,
    builds_passed_24h: rollup?.buildsPassed24h ?? 0,
    builds_failed_24h: rollup?.buildsFailed24h ?? 0,
    open_tasks: rollup?.openTasks ?? 0,
    active_projects: rollup?.activeProjects ?? 0,
    total_projects: rollup?.totalProjects ?? 0,
  };
}

function presentWaiting(approval: WaitingApprovalRecord): Home['approvals'][number] {
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

function presentInReview(deployment: ReviewedDeploymentRecord): Home['in_review'][number] {
  return {
    id: deployment.id,
    project_id: deployment.projectId,
    platform: deployment.platform,
    version: sanitizeText(deployment.version),
    build_number: sanitizeText(deployment.buildNumber),
    created_at: presentTime(deployment.createdAt),
  };
}
