import type { BuildStatus, BuildType, TargetType } from '@slipway/contracts';
import { bylineOf } from './authors.js';
import { type ChangeDraft, touchFile } from './changes.js';
import { writeBuildLog } from './logs/build-log.js';
import type { Failure } from './logs/failure.js';
import { failures } from './logs/failures.js';
import type { FinishedLog } from './logs/log-draft.js';
import type { Scene } from './logs/scene.js';
import type { JobPlan } from './plan.js';
import { integrationId, integrations } from './projects.js';
import { type Random, randomFor } from './random.js';
import type { Scope } from './scope.js';
import { after, minute, second } from './times.js';

export interface BuildRow {
  id: number;
  accountId: number;
  projectId: number;
  integrationId: number;
  jobKey: string;
  jobName: string;
  buildNumber: string;
  attempt: number;
  status: BuildStatus;
  originalStatus: null;
  statusAt: Date;
  buildType: BuildType;
  targetType: TargetType;
  commitHash: string;
  changelist: string;
  branch: string;
  buildUrl: string;
  actor: string;
  actorUid: string;
  actorUserId: number | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  durationSeconds: number | null;
  hasLog: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A build, with what other parts of the content need to know about it. */
export interface BuildDraft {
  row: BuildRow;
  job: JobPlan;
  head: ChangeDraft;
  log: FinishedLog | null;
  failure: Failure | null;
  /** The change that broke it. */
  suspect: ChangeDraft | null;
}

const fates: Record<string, BuildStatus> = {
  ok: 'completed',
  retry: 'completed',
  approval: 'passed_pending_approval',
  cancelled: 'cancelled',
  running: 'building',
  preparing: 'preparing',
  queued: 'queued',
};

const unfinished: BuildStatus[] = ['queued', 'preparing', 'building'];

/** How long a job's builds take: its usual time, which grows a little over the month, plus some randomness. */
function plannedSeconds(random: Random, { job, status, progress }: Planned): number {
  if (status === 'cancelled') return random.int(40, 300);
  const usual = randomFor(`usual time of ${job.name}`).int(380, 1_900);
  const whole = usual * (1 + 0.18 * progress) * (0.92 + 0.16 * random.next());
  return status === 'failed' ? whole * (0.35 + 0.5 * random.next()) : whole;
}

function buildTimes(random: Random, planned: Planned, now: Date) {
  const { status, head } = planned;
  if (unfinished.includes(status)) {
    const createdAt = after(now, -random.int(4, 18) * minute);
    const startedAt = status === 'queued' ? null : after(createdAt, random.int(8, 60) * second);
    return { createdAt, startedAt, finishedAt: null, durationSeconds: null, updatedAt: startedAt ?? createdAt };
  }
  // Somebody looked at the failure before they retried.
  const pause = planned.isRetry ? 90 * minute : 0;
  const createdAt = after(head.row.createdAt, random.int(20, 180) * second + pause);
  const startedAt = after(createdAt, random.int(8, 45) * second);
  const room = (now.getTime() - minute - startedAt.getTime()) / second;
  const durationSeconds = Math.floor(Math.min(plannedSeconds(random, planned), room));
  const finishedAt = after(startedAt, durationSeconds * second);
  return { createdAt, startedAt, finishedAt, durationSeconds, updatedAt: finishedAt };
}

/** Picks one of the changes since the job last passed as the suspect, and adds the broken file to it. */
function blame(
  scope: Scope,
  failure: Failure,
  range: ChangeDraft[],
  blamed: Set<ChangeDraft>,
): ChangeDraft | null {
  if (!failure.file) return null;
  const suspect = range.findLast((change) => !blamed.has(change)) ?? range.at(-1);
  if (!suspect) return null;
  blamed.add(suspect);
  suspect.subject = failure.change;
  const random = scope.random(`culprit ${suspect.row.identifier}`);
  const { provider } = integrations[suspect.stream.integration];
  const people = scope.authors.filter(({ bot, userId, logins }) => !bot && (userId === null || logins[provider]));
  Object.assign(suspect.row, bylineOf(random, random.pick(people), suspect.stream.integration));
  touchFile(suspect, failure.file(scope.theme), 'edit');
  return suspect;
}

type UnloggedBuild = Omit<BuildDraft, 'log'>;

function sceneOf(scope: Scope, { job, head, row, failure }: UnloggedBuild): Scene {
  const perforce = head.row.sourceType === 'Changelist';
  return {
    random: scope.random(`log ${job.name} ${row.buildNumber}`),
    theme: scope.theme,
    host: integrations[job.integration].provider === 'buildkite' ? 'buildkite' : 'jenkins',
    system: job.system,
    job: job.name,
    number: row.buildNumber,
    head: head.row.identifier,
    repository: perforce ? job.repository : `https://github.${scope.theme.host}/${job.repository}.git`,
    startedBy: head.row.author,
    file: failure?.file?.(scope.theme) ?? '',
    seconds: row.durationSeconds ?? 0,
  };
}

function makeLog(scope: Scope, draft: UnloggedBuild): FinishedLog | null {
  const { status, startedAt, finishedAt } = draft.row;
  const written = status === 'completed' || status === 'passed_pending_approval' || draft.failure !== null;
  if (!written || !startedAt || !finishedAt) return null;
  return writeBuildLog(sceneOf(scope, draft), { startedAt, finishedAt }, draft.job.buildType, draft.failure);
}

interface Planned {
  job: JobPlan;
  head: ChangeDraft;
  number: number;
  status: BuildStatus;
  /** From 0 for the job's first build to 1 for its last. */
  progress: number;
  isRetry: boolean;
}

function makeRow(random: Random, scope: Scope, planned: Planned): BuildRow {
  const { job, head, number, status } = planned;
  const times = buildTimes(random, planned, scope.now);
  const perforce = head.row.sourceType === 'Changelist';
  const buildNumber = String(number);
  return {
    id: 0,
    accountId: scope.accountId,
    projectId: scope.projectId,
    integrationId: integrationId(job.integration),
    jobKey: job.name,
    jobName: job.name,
    buildNumber,
    attempt: 1,
    status,
    originalStatus: null,
    statusAt: times.updatedAt,
    buildType: job.buildType,
    targetType: job.targetType,
    commitHash: perforce ? '' : head.row.identifier,
    changelist: perforce ? head.row.identifier : '',
    branch: head.stream.branch,
    buildUrl: `https://ci.${scope.theme.host}/job/${job.name}/${buildNumber}/`,
    actor: head.row.author,
    actorUid: head.row.authorUid,
    actorUserId: head.row.authorUserId,
    ...times,
    hasLog: false,
  };
}

/** Which of the changes a job's nth build builds: they are spread evenly, and a retry builds the one before again. */
function headOf(words: readonly string[], index: number, changes: number): number {
  const place = words[index] === 'retry' ? index : index + 1;
  return Math.floor((place * changes) / words.length) - 1;
}

/** The builds of one job. Except retries, each builds another change of the repository, spread evenly over them. */
function draftJob(scope: Scope, job: JobPlan, changes: ChangeDraft[], blamed: Set<ChangeDraft>): BuildDraft[] {
  const random = scope.random(`builds ${job.name}`);
  const heads = changes.filter(
    ({ stream, row }) => stream.repository === job.repository && row.orphanedAt === null,
  );
  const words = job.builds.split(' ');
  let passedAt = -1;
  let broken: { failure: Failure; suspect: ChangeDraft | null } | null = null;
  return words.map((word, index) => {
    const at = headOf(words, index, heads.length);
    const head = heads[at];
    const failure = failures[word] ?? null;
    const status = fates[word] ?? 'failed';
    if (!head || (status === 'failed' && !failure && word !== 'nolog')) throw new Error(`no such build: ${word}`);
    const isSame = failure !== null && broken?.failure === failure;
    const suspect: ChangeDraft | null = isSame
      ? (broken?.suspect ?? null)
      : failure && blame(scope, failure, heads.slice(passedAt + 1, at + 1), blamed);
    if (failure !== null) broken = { failure, suspect };
    const progress = index / Math.max(1, words.length - 1);
    const isRetry = word === 'retry';
    const row = makeRow(random, scope, { job, head, number: job.firstNumber + index, status, progress, isRetry });
    if (status === 'completed') {
      passedAt = at;
      broken = null;
    }
    const draft = { row, job, head, failure, suspect };
    const log = makeLog(scope, draft);
    row.hasLog = log !== null;
    return { ...draft, log };
  });
}

/** All builds of a project, oldest first. */
export function draftBuilds(scope: Scope, changes: ChangeDraft[]): BuildDraft[] {
  const blamed = new Set<ChangeDraft>();
  const drafts = scope.plan.jobs
    .flatMap((job) => draftJob(scope, job, changes, blamed))
    .sort((a, b) => a.row.createdAt.getTime() - b.row.createdAt.getTime());
  for (const { row } of drafts) row.id = scope.ids.next('build_runs');
  return drafts;
}
