import { columnsOf, computed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import type { JobBuild } from '../../reads/builds/build-points.js';
import { type Sql, sql } from '../../sql.js';
import { endSnoozeAfterChange } from './snooze.js';

/** The cause of a failure, as a problem shows it. */
export interface ProblemCause {
  readonly fingerprint: string;
  /** The version of the rule that made the fingerprint. */
  readonly rule: number;
  readonly category: string;
  readonly tool: string;
  readonly title: string;
  readonly message: string;
  readonly file: string | null;
  readonly symbol: string | null;
  readonly test: string | null;
}

export interface SeenProblem {
  readonly build: JobBuild;
  readonly cause: ProblemCause;
  /** The problem that the build leaves, and whose state a new problem takes over. */
  readonly splitFrom?: number;
}

const EXAMPLE: SeenProblem = {
  build: {
    id: 1,
    projectId: 1,
    accountId: 1,
    integrationId: 1,
    jobKey: 'Harbor',
    jobName: 'Harbor',
    branch: 'main',
    buildNumber: '1',
    commitHash: '',
    changelist: '',
    hasLog: true,
    startedAt: 0,
    finishedAt: 0,
  },
  cause: {
    fingerprint: '',
    rule: 1,
    category: 'compile',
    tool: 'cpp',
    title: '',
    message: '',
    file: null,
    symbol: null,
    test: null,
  },
};

const seenAt = ({ build }: SeenProblem) => sql`${new Date(build.finishedAt)}::timestamptz`;

/** Creates the problem if it is new, and locks it until the transaction ends. */
const openProblem = defineQuery({
  name: 'open problem',
  columns: pick(columnsOf('Problem', 'p'), 'id'),
  examples: [EXAMPLE, { ...EXAMPLE, splitFrom: 1 }],
  build: (seen: SeenProblem, select) => {
    const { build, cause, splitFrom = null } = seen;
    return sql`INSERT INTO problems AS p (account_id, project_id, fingerprint, rule, category, tool, title, first_seen_at,
        last_seen_at, first_build_run_id, last_build_run_id, state, mark, assignee_user_id, assigned_at, note, task_id,
        resolved_at, resolved_by_id, snoozed_until, snooze_ends, snoozed_at, snoozed_by_id)
      SELECT ${build.accountId}, ${build.projectId}, ${cause.fingerprint}, ${cause.rule}, ${cause.category}, ${cause.tool},
        ${cause.title}, ${seenAt(seen)}, ${seenAt(seen)}, ${build.id}, ${build.id}, COALESCE(o.state, 'open'), o.mark,
        o.assignee_user_id, o.assigned_at, COALESCE(o.note, ''), o.task_id, o.resolved_at, o.resolved_by_id,
        o.snoozed_until, COALESCE(o.snooze_ends, 'date'), o.snoozed_at, o.snoozed_by_id
      FROM (SELECT) one LEFT JOIN problems o ON o.id = ${splitFrom}::bigint
      ON CONFLICT (project_id, fingerprint) DO UPDATE SET updated_at = now()
      RETURNING ${select}`;
  },
});

/** Finds or creates the problem with a cause, and locks it until the transaction ends; returns its id. */
export async function lockProblemOf({ pool }: Pick<DatabaseHandle, 'pool'>, seen: SeenProblem): Promise<number> {
  const row = await openProblem.first(pool, seen);
  if (row === null) throw new Error('the problem just written is gone');
  return row.id;
}

interface AddedBuild extends SeenProblem {
  readonly problemId: number;
  /** Whether it is the cause of the build's failure, or only a test that failed in it. */
  readonly isCause: boolean;
}

const ADDED: AddedBuild = { ...EXAMPLE, problemId: 1, isCause: true };

const addBuild = defineQuery({
  name: 'add build to problem',
  columns: { isNew: computed('bool', sql`(k.xmax = 0)`) },
  examples: [ADDED],
  build: (
    seen: AddedBuild,
    select,
  ) => sql`INSERT INTO problem_builds AS k (problem_id, build_run_id, seen_at, is_cause)
    VALUES (${seen.problemId}, ${seen.build.id}, ${seenAt(seen)}, ${seen.isCause})
    ON CONFLICT (problem_id, build_run_id) DO UPDATE SET is_cause = true WHERE EXCLUDED.is_cause AND NOT k.is_cause
    RETURNING ${select}`,
});

/** A failure after the problem was resolved reopens it. An ignored problem stays ignored. */
const cameBack = (at: Sql) => sql`(state = 'resolved' AND ${at} > resolved_at)`;

const countBuild = defineQuery({
  name: 'count build of problem',
  columns: {},
  examples: [ADDED],
  build: (seen: AddedBuild) => {
    const { problemId, build, cause } = seen;
    const at = seenAt(seen);
    const isNewest = sql`${at} >= last_seen_at`;
    return sql`UPDATE problems SET seen_count = seen_count + 1,
        first_seen_at = LEAST(first_seen_at, ${at}), last_seen_at = GREATEST(last_seen_at, ${at}),
        first_build_run_id = CASE WHEN ${at} < first_seen_at THEN ${build.id} ELSE first_build_run_id END,
        last_build_run_id = CASE WHEN ${isNewest} THEN ${build.id} ELSE last_build_run_id END,
        category = CASE WHEN ${isNewest} THEN ${cause.category} ELSE category END,
        title = CASE WHEN ${isNewest} THEN ${cause.title} ELSE title END,
        message = CASE WHEN ${isNewest} THEN ${cause.message} ELSE message END,
        file = CASE WHEN ${isNewest} THEN ${cause.file}::text ELSE file END,
        symbol = CASE WHEN ${isNewest} THEN ${cause.symbol}::text ELSE symbol END,
        test = CASE WHEN ${isNewest} THEN ${cause.test}::text ELSE test END,
        suspected_change_id = CASE WHEN NOT ${cameBack(at)} THEN suspected_change_id END,
        regressions = regressions + ${cameBack(at)}::int,
        reopened_at = CASE WHEN ${cameBack(at)} THEN ${at} ELSE reopened_at END,
        state = CASE WHEN ${cameBack(at)} THEN 'open' ELSE state END, updated_at = now()
      WHERE id = ${problemId}`;
  },
});

/** The passes are counted again, because the failure may be reported late. */
const countJob = defineQuery({
  name: 'count job of problem',
  columns: {},
  examples: [ADDED],
  build: (seen: AddedBuild) => {
    const { problemId, build } = seen;
    const isNewest = sql`EXCLUDED.last_seen_at >= j.last_seen_at`;
    return sql`INSERT INTO problem_jobs AS j (problem_id, integration_id, job_key, branch, job_name, last_seen_at,
        last_build_run_id, passed_at)
      VALUES (${problemId}, ${build.integrationId}, ${build.jobKey}, ${build.branch}, ${build.jobName}, ${seenAt(seen)},
        ${build.id}, now())
      ON CONFLICT (problem_id, integration_id, job_key, branch) DO UPDATE SET seen_count = j.seen_count + 1,
        job_name = EXCLUDED.job_name, last_seen_at = GREATEST(j.last_seen_at, EXCLUDED.last_seen_at),
        last_build_run_id = CASE WHEN ${isNewest} THEN EXCLUDED.last_build_run_id ELSE j.last_build_run_id END,
        passes = CASE WHEN ${isNewest} THEN 0 ELSE j.passes END, passed_at = now()`;
  },
});

/**
 * Counts a build that a locked problem made fail, once however often the build is investigated. A resolved problem that
 * comes back is open again.
 */
export async function addBuildToProblem(tx: Pick<DatabaseHandle, 'pool'>, seen: AddedBuild): Promise<void> {
  if ((await addBuild.first(tx.pool, seen))?.isNew !== true) return;
  for (const statement of [countBuild, countJob]) await statement.execute(tx.pool, seen);
  await endSnoozeAfterChange(tx, seen);
  await announceChange(tx, seen.build.projectId, 'problem');
}

/** Stores the change that an investigation holds responsible for a problem. */
export async function suspectChange(
  { prisma }: DatabaseHandle,
  problemId: number,
  suspectedChangeId: number,
): Promise<void> {
  await prisma.problem.update({ where: { id: problemId }, data: { suspectedChangeId } });
}
