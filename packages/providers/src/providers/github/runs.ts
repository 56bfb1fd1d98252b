import {
  type BuildReport,
  buildStatusOfWord,
  isTerminal,
  type Operation,
  omitEmpty,
  readProviderTime,
  type StepReport,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import type { BuildDetails } from '../../shared/build-fields.js';
import {
  detail,
  detailList,
  identifierText,
  OptionalText,
  optional,
  optionalCommit,
  TextDetail,
  Time,
  webAddress,
} from '../../shared/fields.js';
import { buildReport, clipName, jobKeyOf } from './builds.js';
import { Commit, changeOf } from './commits.js';
import { actorOf, firstText, Id, pageOf, Repository, ShaDetail, spanOf, User } from './payload.js';

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#workflow_run */
export const WorkflowRunEvent = Type.Object({
  action: OptionalText,
  workflow_run: Type.Object({
    id: Id,
    run_number: Id,
    run_attempt: optional(Id),
    name: TextDetail,
    path: TextDetail,
    workflow_id: optional(Id),
    status: OptionalText,
    conclusion: OptionalText,
    head_sha: ShaDetail,
    head_branch: TextDetail,
    head_commit: detail(Commit),
    html_url: TextDetail,
    run_started_at: Time,
    updated_at: Time,
    actor: detail(User),
    triggering_actor: detail(User),
  }),
  workflow: optional(Type.Object({ id: optional(Id), name: TextDetail, path: TextDetail })),
  repository: Repository,
});
export type WorkflowRunEvent = Static<typeof WorkflowRunEvent>;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#workflow_job */
export const WorkflowJobEvent = Type.Object({
  workflow_job: Type.Object({
    run_id: Id,
    run_attempt: optional(Id),
    name: Type.String({ minLength: 1 }),
    status: OptionalText,
    conclusion: OptionalText,
    started_at: Time,
    completed_at: Time,
    steps: detailList(Type.Object({ name: TextDetail, conclusion: TextDetail })),
  }),
  repository: Repository,
});
export type WorkflowJobEvent = Static<typeof WorkflowJobEvent>;

/** Reports a workflow run and the commit it runs on; the commit has no file list here. */
export function workflowRan(event: WorkflowRunEvent, { receivedAt }: NormalizeContext): Operation[] {
  const { workflow_run: run, repository } = event;
  const updatedAt = readProviderTime(run.updated_at) ?? receivedAt;
  const build = buildReport({
    jobName: jobNameOf(event),
    jobKey: jobKeyOf(repository, 'workflow', workflowOf(event)),
    buildNumber: identifierText(run.run_number),
    attempt: attemptOf(run.run_attempt),
    word: firstText(run.conclusion, run.status, event.action) ?? 'requested',
    reportedAt: updatedAt,
  });
  const finishedAt = build.status !== null && isTerminal(build.status) ? updatedAt : null;
  const details = omitEmpty<BuildDetails>({
    commitHash: optionalCommit(run.head_sha),
    branch: run.head_branch,
    buildUrl: webAddress(run.html_url) ?? runPage(repository, run.id),
    // While the run is queued, `run_started_at` is the time of the request.
    ...spanOf(build.status === 'queued' ? null : readProviderTime(run.run_started_at), finishedAt),
    actor: actorOf(run.triggering_actor) ?? actorOf(run.actor),
  });
  const report: BuildReport = { ...build, ...details };
  if (run.head_commit == null) return [report];
  // No branch: `head_branch` may be that of a fork, or no longer contain the commit.
  return [report, changeOf(run.head_commit, { repository, branch: null, receivedAt })];
}

/** Reports a job as a step of its run. The event has the run's id but not its number, so the page identifies the build. */
export function workflowJobRan(event: WorkflowJobEvent, { receivedAt }: NormalizeContext): Operation[] {
  const { workflow_job: job, repository } = event;
  const status = stepStatusOf(job.status, job.conclusion);
  if (status === null) return [];
  const startedAt = readProviderTime(job.started_at);
  const finishedAt = status === 'running' ? null : readProviderTime(job.completed_at);
  const step: StepReport = {
    name: clipName(job.name),
    status,
    at: finishedAt ?? (status === 'running' ? startedAt : null) ?? receivedAt,
    ...omitEmpty<Pick<StepReport, 'startedAt' | 'finishedAt' | 'detail'>>({
      ...spanOf(startedAt, finishedAt),
      detail: failedSteps(job.steps ?? []),
    }),
  };
  const buildUrl = runPage(repository, job.run_id);
  return [{ kind: 'build_steps', buildUrl, attempt: attemptOf(job.run_attempt), steps: [step] }];
}

/** The workflow's name is preferred, because a run may have another name. */
function jobNameOf(event: WorkflowRunEvent): string {
  return firstText(event.workflow?.name, event.workflow_run.name, pathOf(event)) ?? 'workflow';
}

/** `run_number` counts per workflow, and several workflows may share a name. */
function workflowOf(event: WorkflowRunEvent): Id {
  const { workflow, workflow_run: run } = event;
  return workflow?.id ?? run.workflow_id ?? pathOf(event) ?? jobNameOf(event);
}

/** The path may end in `@` and the ref from which it was read. */
function pathOf({ workflow, workflow_run: run }: WorkflowRunEvent): string | null {
  return firstText(workflow?.path, run.path)?.split('@')[0] ?? null;
}

function runPage(repository: Repository, runId: Id): string {
  return `${pageOf(repository)}/actions/runs/${identifierText(runId)}`;
}

const MAX_ATTEMPT = 2 ** 31 - 1;

function attemptOf(attempt: Id | null | undefined): number {
  const number = Number(attempt);
  return Number.isInteger(number) && number > 0 && number <= MAX_ATTEMPT ? number : 1;
}

/** Null while the job is queued. */
function stepStatusOf(
  status: string | null | undefined,
  conclusion: string | null | undefined,
): StepReport['status'] | null {
  const verdict = firstText(conclusion);
  const meaning = buildStatusOfWord(verdict ?? status ?? '');
  if (meaning === 'building' || meaning === 'preparing') return 'running';
  if (meaning === 'completed' || meaning === 'failed' || meaning === 'cancelled') return meaning;
  return verdict === null ? null : 'completed';
}

function failedSteps(steps: NonNullable<WorkflowJobEvent['workflow_job']['steps']>): string {
  return steps
    .filter(({ conclusion }) => conclusion != null && buildStatusOfWord(conclusion) === 'failed')
    .flatMap(({ name }) => firstText(name) ?? [])
    .map((name) => `Failed: ${name}`)
    .join('\n');
}
