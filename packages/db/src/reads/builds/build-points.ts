import type { BuildPoint } from '@slipway/domain';
import { possibleSeconds } from '../../build-seconds.js';
import { NOT_SEARCHED, PASSED } from '../../build-status.js';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { isSameCommit, isWholeOf } from '../../same-commit.js';
import { raw, type Sql, sql } from '../../sql.js';

// SQL, because models cannot use the partial indexes of passed and failed builds (Prisma sends enum values as
// parameters), and cannot compare short commit hashes.

/** How many of a job's builds to search for one on the same branch. */
const MAX_SEARCHED = 200;
const MAX_PASSING = 20;

const millis = (time: Sql) => sql`(extract(epoch FROM ${time}) * 1000)::bigint`;

const ended = sql`COALESCE(b.finished_at, b.status_at)`;
const began = sql`COALESCE(b.started_at, ${ended} - make_interval(secs => COALESCE(${possibleSeconds(sql`b.duration_seconds`)}, 0)))`;
/** The full hash of the build's commit, if the project knows it. */
const commit = sql`COALESCE((SELECT c.identifier FROM changes c
  WHERE c.project_id = b.project_id AND b.commit_hash <> '' AND ${isWholeOf(sql`c.identifier`, sql`b.commit_hash`)}
  ORDER BY c.identifier LIMIT 1), b.commit_hash)`;

const columns = {
  ...pick(
    columnsOf('BuildRun', 'b'),
    'id',
    'projectId',
    'accountId',
    'integrationId',
    'jobKey',
    'jobName',
    'branch',
    'buildNumber',
    'changelist',
    'hasLog',
  ),
  commitHash: computed('text', commit),
  startedAt: computed('int8', millis(began)),
  finishedAt: computed('int8', millis(ended)),
};

/** A job's build as an investigation sees it. Times are epoch milliseconds, as precise as known. */
export type JobBuild = RowOf<typeof columns> & BuildPoint;

export type JobOfProject = Pick<JobBuild, 'projectId' | 'integrationId' | 'jobKey'>;

const EXAMPLE: JobBuild = {
  id: 1,
  projectId: 1,
  accountId: 1,
  integrationId: 1,
  jobKey: 'Harbor-Win64',
  jobName: 'Harbor-Win64',
  branch: 'main',
  buildNumber: '1',
  commitHash: 'abcdef0',
  changelist: '',
  hasLog: true,
  startedAt: 0,
  finishedAt: 0,
};

const jobBuild = defineQuery({
  name: 'find job build',
  columns,
  examples: [EXAMPLE],
  build: ({ projectId, id }: Pick<JobBuild, 'projectId' | 'id'>, select) =>
    sql`SELECT ${select} FROM build_runs b WHERE b.id = ${id} AND b.project_id = ${projectId}`,
});

export function findJobBuild(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  projectId: number,
  id: number,
): Promise<JobBuild | null> {
  return jobBuild.first(pool, { projectId, id });
}

export type JobMoment = Pick<JobBuild, 'projectId' | 'integrationId' | 'jobKey' | 'branch' | 'finishedAt'>;

/** The builds of the same job and branch on one side of a moment, the closest first. */
function defineNeighbors(name: string, status: Sql, side: '<=' | '<' | '>', count: number) {
  const direction = raw(side === '>' ? 'ASC' : 'DESC');
  return defineQuery({
    name,
    columns,
    examples: [EXAMPLE],
    build: ({ projectId, integrationId, jobKey, branch, finishedAt }: JobMoment, select) =>
      sql`SELECT ${select} FROM (
            SELECT * FROM build_runs
            WHERE project_id = ${projectId} AND job_key = ${jobKey} AND status ${status} AND ${NOT_SEARCHED}
              AND finished_at ${raw(side)} ${new Date(finishedAt)}::timestamptz
            ORDER BY finished_at ${direction} LIMIT ${MAX_SEARCHED}) b
          WHERE b.integration_id = ${integrationId} AND b.branch = ${branch}
          ORDER BY b.finished_at ${direction}, b.id ${direction} LIMIT ${count}`,
  });
}

/** The newest passing builds of the same job and branch that finished before a given build, newest first. */
export const listPassingBefore = defineNeighbors('list passing builds before', PASSED, '<=', MAX_PASSING).list;

/** The first passing build of the same job and branch after a moment. */
export const findFirstPassingAfter = defineNeighbors('find first passing build after', PASSED, '>', 1).find;

/** The last failed build of the same job and branch before a moment. */
export const findLastFailedBefore = defineNeighbors('find last failed build before', sql`= 'failed'`, '<', 1).find;

const passedRevision = defineQuery({
  name: 'find passed revision',
  columns: pick(columns, 'id'),
  examples: [EXAMPLE, { ...EXAMPLE, commitHash: '', changelist: '1' }],
  build: ({ projectId, integrationId, jobKey, commitHash, changelist }: JobBuild, select) => {
    const revision =
      commitHash === ''
        ? sql`changelist = ${changelist} AND changelist <> ''`
        : sql`commit_hash <> '' AND ${isSameCommit(sql`commit_hash`, sql`${commitHash}::text`)}`;
    return sql`SELECT ${select} FROM (SELECT id, integration_id, job_key, status FROM build_runs
               WHERE project_id = ${projectId} AND ${revision} AND ${NOT_SEARCHED} LIMIT ${MAX_SEARCHED}) b
        WHERE b.integration_id = ${integrationId} AND b.job_key = ${jobKey} AND status ${PASSED} LIMIT 1`;
  },
});

/** Whether the same job passed with the revision that a build failed with. */
export async function hasRevisionPassed({ pool }: DatabaseHandle, build: JobBuild): Promise<boolean> {
  if (build.commitHash === '' && build.changelist === '') return false;
  return (await passedRevision.first(pool, build)) !== null;
}

const firstFailed = defineQuery({
  name: 'find first failed build',
  columns,
  examples: [{ passing: EXAMPLE, failed: EXAMPLE }],
  build: ({ passing, failed }: { passing: JobBuild; failed: JobBuild }, select) =>
    sql`SELECT ${select} FROM (
          SELECT * FROM build_runs
          WHERE project_id = ${failed.projectId} AND status = 'failed' AND ${NOT_SEARCHED}
            AND finished_at > ${new Date(passing.finishedAt)}::timestamptz
            AND finished_at < ${new Date(failed.finishedAt)}::timestamptz
          ORDER BY finished_at LIMIT ${MAX_SEARCHED}) b
        WHERE b.integration_id = ${failed.integrationId} AND b.job_key = ${failed.jobKey}
          AND b.branch = ${failed.branch} AND b.has_log
        ORDER BY b.finished_at, b.id LIMIT 1`,
});

/** The first failed build with a log, of the same job and branch, between a passing build and a later failed one. */
export function findFirstFailed(
  { pool }: DatabaseHandle,
  passing: JobBuild,
  failed: JobBuild,
): Promise<JobBuild | null> {
  return firstFailed.first(pool, { passing, failed });
}

const sameFinding = defineQuery({
  name: 'find same finding',
  columns: pick(columns, 'id'),
  examples: [{ build: EXAMPLE, since: null, fingerprint: null }],
  build: ({ build, since, fingerprint }: FindingSearch, select) =>
    sql`SELECT ${select} FROM (
          SELECT id, integration_id, branch FROM build_runs
          WHERE project_id = ${build.projectId} AND job_key = ${build.jobKey} AND status = 'failed' AND ${NOT_SEARCHED}
            AND finished_at > ${since === null ? sql`'-infinity'` : new Date(since)}::timestamptz
          ORDER BY finished_at DESC LIMIT ${MAX_SEARCHED}) b
        WHERE b.integration_id = ${build.integrationId} AND b.branch = ${build.branch} AND b.id <> ${build.id}
          AND EXISTS (SELECT FROM investigations i WHERE i.build_run_id = b.id AND i.status = 'completed'
            AND i.has_log AND i.fingerprint IS NOT DISTINCT FROM ${fingerprint}::text OFFSET 0)
        LIMIT 1`,
});

interface FindingSearch {
  readonly build: JobBuild;
  /** When the job last passed; null if it never did. */
  readonly since: number | null;
  readonly fingerprint: string | null;
}

/** Whether another build of the same job and branch has failed for the same reason since the job last passed. */
export async function hasSameFinding({ pool }: DatabaseHandle, search: FindingSearch): Promise<boolean> {
  return (await sameFinding.first(pool, search)) !== null;
}

/** A job's newest build of a status that has a log, on any branch. */
function defineNewest(name: string, status: Sql) {
  return defineQuery({
    name,
    columns,
    examples: [EXAMPLE],
    build: ({ projectId, integrationId, jobKey }: JobOfProject, select) =>
      sql`SELECT ${select} FROM (
            SELECT * FROM build_runs
            WHERE project_id = ${projectId} AND job_key = ${jobKey} AND status ${status} AND ${NOT_SEARCHED} AND finished_at IS NOT NULL
            ORDER BY finished_at DESC LIMIT ${MAX_SEARCHED}) b
          WHERE b.integration_id = ${integrationId} AND b.has_log
          ORDER BY b.finished_at DESC, b.id DESC LIMIT 1`,
  });
}

export const findNewestPassing = defineNewest('find newest passing build', PASSED).find;

export const findNewestFailed = defineNewest('find newest failed build', sql`= 'failed'`).find;

const keptLogs = defineQuery({
  name: 'list builds with a log',
  columns: pick(columns, 'id'),
  examples: [{ projectId: 1, ids: [1] }],
  build: ({ projectId, ids }: { projectId: number; ids: readonly number[] }, select) =>
    sql`SELECT ${select} FROM build_runs b
        WHERE b.project_id = ${projectId} AND b.id = ANY(${[...ids]}::bigint[]) AND b.has_log`,
});

/** Which of some builds still have their log. */
export async function listKeptLogs(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  builds: { projectId: number; ids: readonly number[] },
): Promise<ReadonlySet<number>> {
  return new Set((await keptLogs.all(pool, builds)).map(({ id }) => id));
}

export async function findBuildOutput(
  { prisma }: DatabaseHandle,
  { projectId, id }: Pick<JobBuild, 'projectId' | 'id'>,
): Promise<{ content: string; truncated: boolean } | null> {
  const build = await prisma.buildRun.findUnique({
    where: { id, projectId },
    select: { log: { select: { content: true, truncated: true } } },
  });
  return build?.log ?? null;
}
