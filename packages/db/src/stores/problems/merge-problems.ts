import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Sql, sql } from '../../sql.js';

/** Two problems that turned out to be one: the older id is kept. Both are locked. */
export interface MergedProblems {
  readonly keptId: number;
  readonly mergedId: number;
}

const statement = (name: string, build: (ids: MergedProblems) => Sql) =>
  defineQuery({ name, columns: {}, examples: [{ keptId: 1, mergedId: 2 }], build });

/** Which state wins: what needs attention, then what someone decided, then what passing builds proved. */
const rank = (state: Sql) => sql`array_position('{open,ignored,resolved}'::text[], ${state}::text)`;
const isNewer = sql`m.last_seen_at > k.last_seen_at`;

/** A build that counts in both, because it ran twice, counts once. What is snoozed stays so only if both were. */
const mergeProblem = statement(
  'merge problems',
  ({ keptId, mergedId }) => sql`UPDATE problems k SET
      seen_count = k.seen_count + m.seen_count - (SELECT count(*)::int FROM problem_builds a
        JOIN problem_builds b ON b.build_run_id = a.build_run_id AND b.problem_id = m.id WHERE a.problem_id = k.id),
      first_seen_at = LEAST(k.first_seen_at, m.first_seen_at), last_seen_at = GREATEST(k.last_seen_at, m.last_seen_at),
      first_build_run_id = CASE WHEN m.first_seen_at < k.first_seen_at THEN m.first_build_run_id ELSE k.first_build_run_id END,
      last_build_run_id = CASE WHEN ${isNewer} THEN m.last_build_run_id ELSE k.last_build_run_id END,
      category = CASE WHEN ${isNewer} THEN m.category ELSE k.category END,
      tool = CASE WHEN ${isNewer} THEN m.tool ELSE k.tool END,
      title = CASE WHEN ${isNewer} THEN m.title ELSE k.title END,
      message = CASE WHEN ${isNewer} THEN m.message ELSE k.message END,
      file = CASE WHEN ${isNewer} THEN m.file ELSE k.file END,
      symbol = CASE WHEN ${isNewer} THEN m.symbol ELSE k.symbol END,
      test = CASE WHEN ${isNewer} THEN m.test ELSE k.test END,
      suspected_change_id = CASE WHEN ${isNewer} THEN m.suspected_change_id ELSE k.suspected_change_id END,
      state = CASE WHEN ${rank(sql`m.state`)} < ${rank(sql`k.state`)} THEN m.state ELSE k.state END,
      mark = COALESCE(k.mark, m.mark), assignee_user_id = COALESCE(k.assignee_user_id, m.assignee_user_id),
      assigned_at = CASE WHEN k.assignee_user_id IS NULL THEN m.assigned_at ELSE k.assigned_at END,
      snoozed_until = CASE WHEN m.snoozed_until IS NOT NULL THEN k.snoozed_until END,
      note = CASE WHEN m.note IN ('', k.note) THEN k.note ELSE concat_ws(E'\n', NULLIF(k.note, ''), m.note) END,
      task_id = COALESCE(k.task_id, m.task_id), test_id = COALESCE(k.test_id, m.test_id), regressions = k.regressions + m.regressions,
      reopened_at = GREATEST(k.reopened_at, m.reopened_at), resolved_at = GREATEST(k.resolved_at, m.resolved_at),
      updated_at = now()
    FROM problems m WHERE k.id = ${keptId} AND m.id = ${mergedId}`,
);

const mergeBuilds = statement(
  'merge builds of problems',
  ({ keptId, mergedId }) => sql`INSERT INTO problem_builds AS k (problem_id, build_run_id, seen_at, is_cause)
    SELECT ${keptId}, build_run_id, seen_at, is_cause FROM problem_builds WHERE problem_id = ${mergedId}
    ON CONFLICT (problem_id, build_run_id) DO UPDATE SET is_cause = k.is_cause OR EXCLUDED.is_cause`,
);

/** The timer counts the passes again. */
const mergeJobs = statement(
  'merge jobs of problems',
  ({
    keptId,
    mergedId,
  }) => sql`INSERT INTO problem_jobs AS j (problem_id, integration_id, job_key, branch, job_name,
      seen_count, last_seen_at, last_build_run_id, passes, passed_at)
    SELECT ${keptId}, integration_id, job_key, branch, job_name, seen_count, last_seen_at, last_build_run_id, passes, now()
    FROM problem_jobs WHERE problem_id = ${mergedId}
    ON CONFLICT (problem_id, integration_id, job_key, branch) DO UPDATE SET seen_count = j.seen_count + EXCLUDED.seen_count,
      last_build_run_id = CASE WHEN EXCLUDED.last_seen_at > j.last_seen_at THEN EXCLUDED.last_build_run_id
        ELSE j.last_build_run_id END,
      last_seen_at = GREATEST(j.last_seen_at, EXCLUDED.last_seen_at), passes = 0, passed_at = now()`,
);

/** A problem has at most one active search. */
const mergeSearches = statement(
  'merge culprit searches of problems',
  ({ keptId, mergedId }) => sql`UPDATE culprit_searches SET problem_id = ${keptId},
      state = CASE WHEN state = 'active' THEN 'stopped' ELSE state END, ended_at = COALESCE(ended_at, now())
    WHERE problem_id = ${mergedId}`,
);

const deleteMerged = statement(
  'delete merged problem',
  ({ mergedId }) => sql`DELETE FROM problems WHERE id = ${mergedId}`,
);

/**
 * Turns two problems into one, with the more significant state and everything that people added to either, in the
 * caller's transaction.
 */
export async function mergeProblems({ pool }: Pick<DatabaseHandle, 'pool'>, ids: MergedProblems): Promise<void> {
  for (const each of [mergeProblem, mergeBuilds, mergeJobs, mergeSearches, deleteMerged])
    await each.execute(pool, ids);
}
