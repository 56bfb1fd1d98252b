import { newId } from '@slipway/domain';
import { columnsOf, pick, type RowOf } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';

const columns = pick(columnsOf('BuildDiagnosis', 'd'), 'buildRunId', 'requestId');

export interface RequestedDiagnosis extends RowOf<typeof columns> {}

/** The request replaces an earlier one, whose result would describe an older log. */
const request = defineQuery({
  name: 'request diagnoses',
  columns,
  prepared: true,
  examples: [[]],
  build: (requests: readonly RequestedDiagnosis[], select) => sql`
    INSERT INTO build_diagnoses AS d (build_run_id, project_id, request_id)
    SELECT b.id, b.project_id, r.request_id
    FROM ${rowsOf(requests, { buildRunId: 'bigint', requestId: 'uuid' })}
    JOIN build_runs b ON b.id = r.build_run_id AND b.has_log
    ON CONFLICT (build_run_id) DO UPDATE
      SET request_id = EXCLUDED.request_id, requested_at = now(), attempts = 0
    RETURNING ${select}`,
});

/** Requests diagnoses of failed builds, as far as they have a log. Without builds, runs no statement. */
export async function requestDiagnoses(
  tx: Queryable,
  failed: readonly { readonly id: number }[],
): Promise<RequestedDiagnosis[]> {
  if (failed.length === 0) return [];
  const requests = failed.map(({ id }) => ({ buildRunId: id, requestId: newId() }));
  return request.all(tx, requests);
}
