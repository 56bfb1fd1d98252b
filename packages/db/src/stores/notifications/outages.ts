import { raw, type Sql, sql } from '../../sql.js';

// Outages are counted in lanes. All builds of a job are one. People who follow only some branches, or only shipping
// builds, have lanes of their own, so that a failure elsewhere does not hide theirs, and a pass elsewhere does not end it.

/** Build `build` with each of its lanes. A lane without a branch has all branches. */
export const inLanes = (build: Sql) => sql`(SELECT b.*, lane.* FROM build_runs b CROSS JOIN LATERAL (
    SELECT NULL::text AS lane_branch, false AS lane_shipping_only
    UNION SELECT CASE WHEN cardinality(f.branch_patterns) > 0 THEN b.branch END, f.shipping_only
    FROM notification_filters f
    WHERE f.project_id = b.project_id AND (NOT f.shipping_only OR b.target_type = 'shipping')) lane
  WHERE b.id = ${build})`;

/** As many builds of a job are read: a branch that has not passed among them counts as one that never passed. */
const MAX_READ = raw('1000');

/** The builds of the lane of `job` that satisfy a condition on `r`, in the order of their end. */
export const buildsOfLane = (job: Sql, condition: Sql, direction: Sql) => sql`(SELECT * FROM (
    SELECT r.id, r.finished_at, r.job_name, r.branch, r.target_type FROM build_runs r
    WHERE r.project_id = ${job}.project_id AND r.job_key = ${job}.job_key AND r.integration_id = ${job}.integration_id
      AND r.searched_problem_id IS NULL AND ${condition} AND r.finished_at IS NOT NULL ORDER BY r.finished_at ${direction} LIMIT ${MAX_READ}) r
  WHERE (${job}.lane_branch IS NULL OR r.branch = ${job}.lane_branch)
    AND (NOT ${job}.lane_shipping_only OR r.target_type = 'shipping')
  ORDER BY r.finished_at ${direction})`;

export const OLDEST_FIRST = raw('ASC');
export const NEWEST_FIRST = raw('DESC');

/**
 * The name of an outage of a job: that of the passing build before it. So it keeps its name in whatever order its
 * builds are reported, and each of its events happens once.
 */
export const outageName = (job: Sql) =>
  sql`${job}.integration_id || ':' || md5(${job}.job_key) || ':' || COALESCE(before.id, 0)`;

/** The name of an outage in the lane of a job. */
export const outageOfLane = (job: Sql) => sql`${outageName(job)} || COALESCE(':' || md5(${job}.lane_branch), '')
  || CASE WHEN ${job}.lane_shipping_only THEN ':shipping' ELSE '' END`;
