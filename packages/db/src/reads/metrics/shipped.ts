import { isWholeOf } from '../../same-commit.js';
import { type Sql, sql } from '../../sql.js';
import { NEWEST, type Period } from './period.js';

/**
 * The deployments that ended in a period (went live, were rejected or rolled back), each with its change, found through
 * the build or commit that it names. `lead` is the time from the change to its first live deployment, and null for later
 * deployments of the same change. Each is looked up individually: the inner limits keep the planner from reading whole
 * tables instead. No row ended after its last update, so the index of updates finds them.
 */
export function shipped({ projectId, since }: Period): Sql {
  return sql`(
    SELECT d.*, change.id AS change_id,
      CASE WHEN d.live_at >= change.timestamp
          AND 1 = row_number() OVER (PARTITION BY change.id ORDER BY d.live_at, d.id)
        THEN extract(epoch FROM d.live_at - change.timestamp)::float8 END AS lead
    FROM (SELECT id, platform, version, status, live_at, commit_hash, build_run_id,
            COALESCE(live_at, status_at) AS ended_at
          FROM deployments
          WHERE project_id = ${projectId} AND updated_at >= ${since}::timestamptz
            AND (live_at IS NOT NULL OR status IN ('live', 'rejected', 'rolled_back'))
            AND COALESCE(live_at, status_at) >= ${since}::timestamptz
          ORDER BY updated_at DESC, id DESC LIMIT ${NEWEST}) d
    LEFT JOIN LATERAL (SELECT commit_hash, changelist FROM build_runs
                       WHERE id = d.build_run_id AND project_id = ${projectId} LIMIT 1) built ON true
    LEFT JOIN LATERAL (
      SELECT named_change.id, named_change.timestamp
      FROM (VALUES (d.commit_hash), (built.commit_hash), (built.changelist)) named(identifier),
        LATERAL (SELECT id, timestamp FROM changes
                 WHERE project_id = ${projectId} AND named.identifier <> ''
                   AND ${isWholeOf(sql`changes.identifier`, sql`named.identifier`)}
                 ORDER BY timestamp LIMIT 1) named_change
      ORDER BY named_change.timestamp LIMIT 1) change ON true)`;
}

export const hasGoneLive = sql`(status = 'live' OR live_at IS NOT NULL)`;
export const hasFailed = sql`status IN ('rejected', 'rolled_back')`;
