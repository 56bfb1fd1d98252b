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
import { identifierText, maybe, OptionalText, optionalCommit } from '../../fields.js';
import type { BuildDetails } from '../_build-fields.js';
import { webAddress } from '../_web-address.js';
import { buildReport, clipName, jobKeyOf } from './builds.js';
import { Commit, changeOf } from './commits.js';
import { actorOf, firstText, Id, OptionalSha, pageOf, Repository, spanOf, Time, User } from './payload.js';

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#workflow_run */
export const WorkflowRunEvent = Type.Object({
  action: OptionalText,
  workflow_run: Type.Object({
    id: Id,
    run_number: Id,
    run_attempt: maybe(Id),
    name: OptionalText,
    path: OptionalText,
    workflow_id: maybe(Id),
    status: OptionalText,
    conclusion: OptionalText,
    head_sha: OptionalSha,
    head_branch: OptionalText,
    head_commit: maybe(Commit),
    html_url: OptionalText,
    run_started_at: Time,
    updated_at: Time,
    actor: maybe(User),
    triggering_actor: maybe(User),
  }),
  workflow: maybe(Type.Object({ id: maybe(Id), name: OptionalText, path: OptionalText })),
  repository: Repository,
});
export type WorkflowRunEvent = Static<typeof WorkflowRunEvent>;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#workflow_job */
export const WorkflowJobEvent = Type.Object({
  workflow_job: Type.Object({
    run_id: Id,
    run_attempt: maybe(Id),
    name: Type.String({ minLength: 1 }),
    status: OptionalText,
    conclusion: OptionalText,
    started_at: Time,
    completed_at: Time,
    steps: maybe(Type.Array(Type.Object({ name: OptionalText, conclusion: OptionalText }))),
  }),
  repository: Repository,
});
export type WorkflowJobEvent = Static<typeof WorkflowJobEvent>;

/** A run of a workflow and, without its files, the commit it runs on. */
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
    // While it waits, `run_started_at` is only when it was asked for.
    ...spanOf(build.status === 'queued' ? null : readProviderTime(run.run_started_at), finishedAt),
    actor: actorOf(run.triggering_actor) ?? actorOf(run.actor),
  });
  const report: BuildReport = { ...build, ...details };
  if (run.head_commit == null) return [report];
  // No branch: a run tells that the commit exists, not what ref holds it by now; that of a fork would mislead.
  return [report, changeOf(run.head_commit, { repository, branch: null, receivedAt })];
}

/** A job is a step of its run's build. It does not tell the run's number, only its id: that is in the run's page. */
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

/** The workflow's own name; a run's may be made up for each run. */
function jobNameOf(event: WorkflowRunEvent): string {
  return firstText(event.workflow?.name, event.workflow_run.name, pathOf(event)) ?? 'workflow';
}

/** What runs are counted by: `run_number` is of the workflow, not of its name. */
function workflowOf(event: WorkflowRunEvent): Id {
  const { workflow, workflow_run: run } = event;
  return workflow?.id ?? run.workflow_id ?? pathOf(event) ?? jobNameOf(event);
}

/** The path may end in the ref it was read from. */
function pathOf({ workflow, workflow_run: run }: WorkflowRunEvent): string | null {
  return firstText(workflow?.path, run.path)?.split('@')[0] ?? null;
}

function runPage(repository: Repository, runId: Id): string {
  return `${pageOf(repository)}/actions/runs/${identifierText(runId)}`;
}

function attemptOf(attempt: Id | null | undefined): number {
  const number = Number(attempt);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}

/** Null while the job waits for its turn: nothing of it has happened yet. */
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
