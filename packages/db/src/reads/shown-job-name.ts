import { raw, type Sql, sql } from '../sql.js';

/** What people call the job of a build run, whatever tells it apart. `prefix` names the row: `b.` */
export function shownJobName(prefix: '' | `${string}.` = ''): Sql {
  const row = raw(prefix);
  return sql`COALESCE(NULLIF(${row}job_title, ''), ${row}job_name)`;
}
