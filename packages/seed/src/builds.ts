import type { BuildStatus } from '@slipway/contracts';
import { type ChangeDraft, isChangelist, touchFile } from './changes.js';
import { writeBuildLog } from './logs/build-log.js';
import type { Failure } from './logs/failure.js';
import { failures } from './logs/failures.js';
import type { Scene } from './logs/scene.js';
import type { JobPlan } from './plan.js';
import { integrations } from './projects.js';
import { type Random, randomFor } from './random.js';
import type { Scope } from './scope.js';
import { after, minute, second } from './times.js';

/** A build, with what its webhooks say about it. */
export interface BuildDraft {
  job: JobPlan;
  number: number;
  status: BuildStatus;
  head: ChangeDraft;
  createdAt: Date;
  startedAt: Date;
  finishedAt: Date;
  failure: Failure | null;
  /** The changes since the job last passed. */
  suspects: ChangeDraft[];
  /** Null while the build runs, and for builds that sent none. */
  log: string | null;
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

const unfinished: readonly BuildStatus[] = ['queued', 'preparing', 'building'];

export const isOver = ({ status }: Pick<BuildDraft, 'status'>) => !unfinished.includes(status);

interface Planned {
  job: JobPlan;
  head: ChangeDraft;
  status: BuildStatus;
  /** From 0 for the job's first build to 1 for its last. */
  progress: number;
  isRetry: boolean;
}

/** How long a job's builds take: its usual time, which grows a little over the month, plus some randomness. */
function plannedSeconds(random: Random, { job, status, progress }: Planned): number {
  if (status === 'cancelled') return random.int(40, 300);
  const usual = randomFor(`usual time of ${job.name}`).int(380, 1_900);
  const whole = usual * (1 + 0.18 * progress) * (0.92 + 0.16 * random.next());
  return status === 'failed' ? whole * (0.35 + 0.5 * random.next()) : whole;
}

function timesOf(random: Random, planned: Planned, now: Date) {
  if (!isOver(planned)) {
    const createdAt = after(now, -random.int(4, 18) * minute);
    return { createdAt, startedAt: after(createdAt, random.int(8, 60) * second), finishedAt: now };
  }
  // Somebody looked at the failure before they retried.
  const pause = planned.isRetry ? 90 * minute : 0;
  const createdAt = after(planned.head.at, random.int(20, 180) * second + pause);
  const startedAt = after(createdAt, random.int(8, 45) * second);
  const room = (now.getTime() - minute - startedAt.getTime()) / second;
  const seconds = Math.floor(Math.min(plannedSeconds(random, planned), room));
  return { createdAt, startedAt, finishedAt: after(startedAt, seconds * second) };
}

/** Lets one of the changes since the job last passed break it: the change gets the broken file. */
function blame(scope: Scope, failure: Failure, range: ChangeDraft[], blamed: Set<ChangeDraft>): void {
  const suspect = range.findLast((change) => !blamed.has(change)) ?? range.at(-1);
  if (!failure.file || suspect === undefined) return;
  blamed.add(suspect);
  suspect.subject = failure.change;
  const random = scope.random(`culprit ${suspect.identifier}`);
  const { provider } = integrations[suspect.stream.integration];
  const people = scope.authors.filter(({ bot, userId, logins }) => !bot && (userId === null || logins[provider]));
  suspect.author = random.pick(people);
  touchFile(suspect, failure.file(scope.theme), 'edit');
}

type UnloggedBuild = Omit<BuildDraft, 'log'>;

function sceneOf(scope: Scope, { job, head, number, failure, startedAt, finishedAt }: UnloggedBuild): Scene {
  return {
    random: scope.random(`log ${job.name} ${number}`),
    theme: scope.theme,
    host: integrations[job.integration].provider === 'buildkite' ? 'buildkite' : 'jenkins',
    system: job.system,
    job: job.name,
    number: String(number),
    head: head.identifier,
    repository: isChangelist(head) ? job.repository : `https://github.${scope.theme.host}/${job.repository}.git`,
    startedBy: head.author.name,
    file: failure?.file?.(scope.theme) ?? '',
    seconds: (finishedAt.getTime() - startedAt.getTime()) / second,
  };
}

function logOf(scope: Scope, build: UnloggedBuild): string | null {
  const { status, failure, job } = build;
  const isWritten = status === 'completed' || status === 'passed_pending_approval' || failure !== null;
  return isWritten ? writeBuildLog(sceneOf(scope, build), build, job.buildType, failure).content : null;
}

/** Which of the changes a job's nth build builds: they are spread evenly, and a retry builds the one before again. */
function headOf(words: readonly string[], index: number, changes: number): number {
  const place = words[index] === 'retry' ? index : index + 1;
  return Math.floor((place * changes) / words.length) - 1;
}

/** The builds of one job. Except retries, each builds another change of the repository, spread evenly over them. */
function draftJob(scope: Scope, job: JobPlan, changes: ChangeDraft[], blamed: Set<ChangeDraft>): BuildDraft[] {
  const random = scope.random(`builds ${job.name}`);
  const heads = changes.filter(({ stream, isDropped }) => stream.repository === job.repository && !isDropped);
  const words = job.builds.split(' ');
  let passedAt = -1;
  let broken: Failure | null = null;
  return words.map((word, index) => {
    const at = headOf(words, index, heads.length);
    const head = heads[at];
    const failure = failures[word] ?? null;
    const status = fates[word] ?? 'failed';
    if (!head || (status === 'failed' && !failure && word !== 'nolog')) throw new Error(`no such build: ${word}`);
    const suspects = heads.slice(passedAt + 1, at + 1);
    if (failure !== null && failure !== broken) blame(scope, failure, suspects, blamed);
    broken = failure ?? broken;
    if (status === 'completed') {
      passedAt = at;
      broken = null;
    }
    const progress = index / Math.max(1, words.length - 1);
    const times = timesOf(random, { job, head, status, progress, isRetry: word === 'retry' }, scope.now);
    const build = { job, number: job.firstNumber + index, status, head, failure, suspects, ...times };
    return { ...build, log: logOf(scope, build) };
  });
}

/** All builds of a project. */
export function draftBuilds(scope: Scope, changes: ChangeDraft[]): BuildDraft[] {
  const blamed = new Set<ChangeDraft>();
  return scope.plan.jobs.flatMap((job) => draftJob(scope, job, changes, blamed));
}
