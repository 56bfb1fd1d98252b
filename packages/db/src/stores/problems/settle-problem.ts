import { likelyFix } from '@slipway/domain';
import { NOT_SEARCHED, PASSED } from '../../build-status.js';
import { columnsOf, computed, nullable, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { findFirstPassingAfter, findLastFailedBefore } from '../../reads/builds/build-points.js';
import { findChangesSince } from '../../reads/builds/suspect-changes.js';
import { findCulpritChange } from '../../reads/problems/culprit-searches.js';
import { sql } from '../../sql.js';

/** How many problems one run of the timer settles. */
const MAX_SETTLED = 100;
/** How many of a job's later passing builds are searched for those of the same branch. */
const MAX_SEARCHED = 1_000;
/** A problem is resolved after this many passes of every job and branch that showed it. */
const PASSES = sql`3`;

const due = defineQuery({
  name: 'list problems to settle',
  columns: pick(columnsOf('ProblemJob', 'j'), 'problemId'),
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM (
      SELECT problem_id FROM problem_jobs WHERE passed_at IS NOT NULL ORDER BY passed_at LIMIT ${MAX_SETTLED}) j
    GROUP BY j.problem_id ORDER BY j.problem_id`,
});

/** The problems whose jobs have passed since their passes were counted, longest waiting first. */
export async function listProblemsToSettle({ pool }: DatabaseHandle): Promise<number[]> {
  return (await due.all(pool, null)).map(({ problemId }) => problemId);
}

const lockOpen = defineQuery({
  name: 'lock problem',
  columns: pick(columnsOf('Problem'), 'id', 'projectId', 'state', 'file', 'testId'),
  examples: [1],
  build: (problemId: number, select) => sql`SELECT ${select} FROM problems WHERE id = ${problemId} FOR UPDATE`,
});

/** Waits for batches that mark the jobs. What they applied is then visible to the next statement, which counts it. */
const lockJobs = defineQuery({
  name: 'lock jobs of problem',
  columns: {},
  examples: [1],
  build: (problemId: number) => sql`SELECT FROM problem_jobs WHERE problem_id = ${problemId}
    ORDER BY integration_id, job_key, branch FOR UPDATE`,
});

const leaveUncounted = defineQuery({
  name: 'leave passes of problem uncounted',
  columns: {},
  examples: [1],
  build: (problemId: number) =>
    sql`UPDATE problem_jobs SET passed_at = NULL WHERE problem_id = ${problemId} AND passed_at IS NOT NULL`,
});

const countPasses = defineQuery({
  name: 'count passes of problem',
  columns: {
    /** When the last of the passes that were counted finished. */
    passedAt: nullable(computed('timestamptz', sql`n.last_at`)),
    isPassing: computed('bool', sql`j.passes >= ${PASSES}`),
  },
  examples: [1],
  build: (problemId: number, select) => sql`UPDATE problem_jobs j SET passes = n.count, passed_at = NULL
    FROM problems p, problem_jobs k, LATERAL (
      SELECT count(*)::int AS count, max(c.finished_at) AS last_at FROM (
        SELECT b.finished_at FROM (
          SELECT finished_at, integration_id, branch FROM build_runs
          WHERE project_id = p.project_id AND job_key = k.job_key
            AND status ${PASSED} AND ${NOT_SEARCHED} AND finished_at > k.last_seen_at
          ORDER BY finished_at LIMIT ${MAX_SEARCHED}) b
        WHERE b.integration_id = k.integration_id AND b.branch = k.branch
        ORDER BY b.finished_at LIMIT ${PASSES}) c) n
    WHERE p.id = ${problemId} AND k.problem_id = p.id
      AND (j.problem_id, j.integration_id, j.job_key, j.branch) =
        (k.problem_id, k.integration_id, k.job_key, k.branch)
    RETURNING ${select}`,
});

/**
 * Counts the passes of a problem's jobs since their last failures, and resolves the problem if all of them pass again.
 * Counting gives the same result however often it runs, and in whichever order the builds were reported.
 */
export async function settleProblem(tx: DatabaseHandle, problemId: number): Promise<void> {
  const problem = await lockOpen.first(tx.pool, problemId);
  if (problem === null) return;
  await lockJobs.execute(tx.pool, problemId);
  // Reports say when a test passes; a build may pass without running it.
  if (problem.testId !== null) return void (await leaveUncounted.execute(tx.pool, problemId));
  const jobs = await countPasses.all(tx.pool, problemId);
  if (problem.state !== 'open' || jobs.length === 0 || !jobs.every(({ isPassing }) => isPassing)) return;
  const times = jobs.map(({ passedAt }) => passedAt?.getTime() ?? 0);
  const fix = await findFix(tx, problem);
  await tx.prisma.problem.update({
    where: { id: problemId },
    data: {
      state: 'resolved',
      resolvedAt: new Date(Math.max(...times)),
      resolvedById: null,
      snoozedUntil: null,
      ...fix,
    },
  });
  await announceChange(tx, problem.projectId, 'problem');
}

/** The first passing build after the last failure, and the change between the two that fixed the problem. */
async function findFix(
  tx: DatabaseHandle,
  {
    id: problemId,
    projectId,
    file,
  }: { readonly id: number; readonly projectId: number; readonly file: string | null },
) {
  const job = await tx.prisma.problemJob.findFirst({ where: { problemId }, orderBy: { lastSeenAt: 'desc' } });
  const none = { fixBuildRunId: null, fixChangeId: null };
  if (job === null) return none;
  const { integrationId, jobKey, branch, lastSeenAt } = job;
  const place = { projectId, integrationId, jobKey, branch, finishedAt: lastSeenAt.getTime() };
  const passing = await findFirstPassingAfter(tx, place);
  if (passing === null) return none;
  const failing = await findLastFailedBefore(tx, { ...place, finishedAt: passing.finishedAt });
  if (failing === null) return { fixBuildRunId: passing.id, fixChangeId: null };
  const { changes, isCut } = await findChangesSince(tx, failing, passing);
  if (isCut) return { fixBuildRunId: passing.id, fixChangeId: null };
  const culprit = await findCulpritChange(tx, { projectId, problemId });
  return { fixBuildRunId: passing.id, fixChangeId: likelyFix(changes, { file, culprit }) };
}
