import { computed } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { EXAMPLE, type Period } from './period.js';

const columns = {
  said: computed('float8', sql`avg(v.confidence)`),
  judged: computed('int4', sql`count(*)::int`),
  confirmed: computed('int4', sql`count(*) FILTER (WHERE v.line = v.judged_line)::int`),
};

/** Findings of similar confidence that people judged in a period. */
const judged = defineQuery({
  name: 'count judged findings by confidence',
  columns,
  examples: [EXAMPLE],
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select} FROM build_verdicts v
        WHERE v.project_id = ${projectId} AND v.judged_at >= ${since}::timestamptz AND v.verdict <> 'not_ours'
        GROUP BY least(floor(v.confidence * 10), 9) ORDER BY 1 DESC`,
});

export const reads = { listJudgedFindings: judged.list };
