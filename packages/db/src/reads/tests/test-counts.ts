import type { TestVariant } from '@slipway/domain';
import { columnsOf, computed, narrowed, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const suite = columnsOf('TestSuite', 's');

const suites = defineQuery({
  name: 'list test suites of project',
  columns: {
    ...pick(suite, 'id', 'name', 'platform', 'configuration', 'renderer', 'device'),
    tags: narrowed<TestVariant['tags']>(suite.tags),
  },
  examples: [1],
  build: (projectId: number, select) =>
    sql`SELECT ${select} FROM test_suites s WHERE s.project_id = ${projectId} ORDER BY s.name, s.id`,
});

const verdicts = defineQuery({
  name: 'count tests by verdict',
  columns: { verdict: computed('text', sql`v.state::text`), count: computed('int4', sql`count(*)::int`) },
  examples: [1],
  build: (projectId: number, select) => sql`SELECT ${select}
    FROM (SELECT min(s.state) AS state FROM test_states s WHERE s.project_id = ${projectId} GROUP BY s.test_id) v
    GROUP BY v.state ORDER BY v.state`,
});

const totals = defineQuery({
  name: 'count tests of project',
  columns: {
    total: computed(
      'int4',
      sql`(SELECT count(*)::int FROM tests t WHERE t.project_id = p.id AND t.same_as_id IS NULL)`,
    ),
    muted: computed(
      'int4',
      sql`(SELECT count(DISTINCT m.test_id)::int FROM test_mutes m
        WHERE m.project_id = p.id AND m.ended_at IS NULL AND m.until > now())`,
    ),
  },
  examples: [1],
  build: (projectId: number, select) => sql`SELECT ${select} FROM projects p WHERE p.id = ${projectId}`,
});

export const reads = {
  listTestSuites: suites.list,
  countTestsByVerdict: verdicts.list,
  countTestsOfProject: totals.find,
};
