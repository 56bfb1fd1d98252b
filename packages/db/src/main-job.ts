import { NOT_SEARCHED } from './build-status.js';
import { type Sql, sql } from './sql.js';

/** These builds decide which job a project runs most often. */
const RECENT_BUILDS = 500;

/** The name of the main job of a project `p`: the one an owner chose, otherwise the job that recently ran most often. */
export const mainJobName: Sql = sql`COALESCE(p.main_job_name, (
  SELECT r.job_name
  FROM (SELECT job_name, created_at FROM build_runs WHERE project_id = p.id AND ${NOT_SEARCHED}
        ORDER BY created_at DESC, id DESC LIMIT ${RECENT_BUILDS}) r
  GROUP BY r.job_name ORDER BY count(*) DESC, max(r.created_at) DESC LIMIT 1))`;
