import { columnsOf, computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { type FailureHistory, findFailureHistory } from './failure-history.js';

/** A suspect as an investigation stores it. */
export interface StoredSuspect {
  readonly changeId: number;
  readonly reason: string;
  readonly confidence: number;
}

const change = columnsOf('Change', 'c');
const columns = {
  buildRunId: columnsOf('Investigation', 'i').buildRunId,
  changeId: change.id,
  identifier: change.identifier,
  displayIdentifier: change.displayIdentifier,
  description: computed('text', sql`left(c.description, 500)`),
  author: change.author,
  /** The name of the author, if they belong to the account. */
  person: nullable(computed('text', sql`u.name`)),
  authorUserId: nullable(computed('int4', sql`m.user_id`)),
  reason: computed('text', sql`s.reason`),
  confidence: computed('float8', sql`s.confidence`),
};

/** A change that an investigation holds responsible for a failure. */
export interface SuspectRecord extends RowOf<typeof columns> {}

/** Investigations made before suspects were stored name one through their problem and a step. */
const derived = sql`SELECT p.suspected_change_id, step ->> 'detail', i.confidence
  FROM problem_builds k JOIN problems p ON p.id = k.problem_id AND p.project_id = i.project_id
  JOIN changes d ON d.id = p.suspected_change_id AND d.author_user_id = i.attributed_user_id
  CROSS JOIN LATERAL jsonb_array_elements(i.steps) step
  WHERE i.suspects IS NULL AND k.build_run_id = i.build_run_id AND k.is_cause AND step ->> 'name' = 'attribute'
    AND position(d.display_identifier IN step ->> 'detail') > 0`;

const suspectsOfBuilds = defineQuery({
  name: 'list suspects of builds',
  columns,
  examples: [{ projectId: 1, buildRunIds: [1] }],
  build: ({ projectId, buildRunIds }: { projectId: number; buildRunIds: readonly number[] }, select) =>
    sql`SELECT ${select} FROM investigations i
        CROSS JOIN LATERAL (
          SELECT r."changeId" AS change_id, r.reason, r.confidence
          FROM jsonb_to_recordset(i.suspects) AS r("changeId" bigint, reason text, confidence float8)
          UNION ALL ${derived}) s
        JOIN changes c ON c.id = s.change_id AND c.project_id = i.project_id
        LEFT JOIN account_memberships m ON m.user_id = i.attributed_user_id AND m.account_id = i.account_id
        LEFT JOIN users u ON u.id = m.user_id
        WHERE i.build_run_id = ANY(${buildRunIds}::bigint[]) AND i.project_id = ${projectId} AND i.status = 'completed'
        ORDER BY c.timestamp DESC, c.id DESC`,
});

/** The changes that investigations hold responsible for the failures of builds, newest first. */
export function listSuspects(
  { pool }: DatabaseHandle,
  projectId: number,
  buildRunIds: readonly number[],
): Promise<SuspectRecord[]> {
  return suspectsOfBuilds.all(pool, { projectId, buildRunIds });
}

/** Which changes are suspected of a build's failure. Every message, page and program shows this. */
export interface Suspicion {
  readonly suspects: readonly SuspectRecord[];
  /** Why no change is suspected, as a sentence; null if one is. */
  readonly noSuspect: string | null;
  readonly history: FailureHistory | null;
}

const NO_PASSING_BUILD = 'No earlier passing build of this job on this branch.';
const NOT_INVESTIGATED = 'The build has not been investigated.';

const attribution = defineQuery({
  name: 'find attribution of build',
  columns: { detail: nullable(computed('text', sql`step ->> 'detail'`)) },
  examples: [{ projectId: 1, buildRunId: 1 }],
  build: ({ projectId, buildRunId }: { projectId: number; buildRunId: number }, select) =>
    sql`SELECT ${select} FROM investigations i CROSS JOIN LATERAL jsonb_array_elements(i.steps) step
        WHERE i.build_run_id = ${buildRunId} AND i.project_id = ${projectId} AND i.status = 'completed'
          AND step ->> 'name' = 'attribute'`,
});

/** Finds the suspects of a failed build, or why there are none, and the changes since its job last passed. */
export async function findSuspicion(
  on: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<Suspicion> {
  const suspects = await listSuspects(on, projectId, [buildRunId]);
  const history = await findFailureHistory(on, projectId, buildRunId);
  if (suspects.length > 0) return { suspects, noSuspect: null, history };
  const found = await attribution.first(on.pool, { projectId, buildRunId });
  const unknown = history === null ? NO_PASSING_BUILD : NOT_INVESTIGATED;
  return { suspects, noSuspect: found?.detail ?? unknown, history };
}
