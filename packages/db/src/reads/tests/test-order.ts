import type { TestSort } from '@slipway/contracts';
import { unpackDuration, unpackTestIds } from '@slipway/domain';
import { columnsOf, computed, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { when } from '../../keyset.js';
import { type Queryable, sql } from '../../sql.js';

/** Tests with a number to list them by, the highest first. */
export type RankedTests = readonly { readonly testId: number; readonly rank: number }[];

interface RankRequest {
  readonly projectId: number;
  /** Only on these variants. */
  readonly suiteIds: readonly number[] | undefined;
}

const EXAMPLE: RankRequest = { projectId: 1, suiteIds: undefined };
const RATE_STEPS = 1_000_000_000;

const flakeRates = defineQuery({
  name: 'list flake rates of project',
  columns: {
    testId: computed('int8', sql`s.test_id`),
    rank: computed('int8', sql`round(max(s.flake_rate) * ${RATE_STEPS}::int)::bigint`),
  },
  examples: [EXAMPLE, { ...EXAMPLE, suiteIds: [1] }],
  build: ({ projectId, suiteIds }: RankRequest, select) => sql`SELECT ${select} FROM test_states s
    WHERE s.project_id = ${projectId} AND s.flake_rate > 0
      ${when(suiteIds, (value) => sql`s.suite_id = ANY(${value}::int[])`)} GROUP BY s.test_id`,
});

const newestDurations = defineQuery({
  name: 'list durations of the newest runs of project',
  columns: {
    ...pick(columnsOf('TestResults', 'p'), 'durations'),
    testIds: columnsOf('TestChunk', 'c').testIds,
  },
  examples: [EXAMPLE, { ...EXAMPLE, suiteIds: [1] }],
  build: ({ projectId, suiteIds }: RankRequest, select) => sql`SELECT ${select} FROM test_suites s
    CROSS JOIN LATERAL (SELECT e.id FROM test_runs e WHERE e.suite_id = s.id ORDER BY e.id DESC LIMIT 1) r
    JOIN test_results p ON p.suite_id = s.id AND p.run_id = r.id
    JOIN test_chunks c ON c.suite_id = s.id AND c.number = p.chunk
    WHERE s.project_id = ${projectId} ${when(suiteIds, (value) => sql`s.id = ANY(${value}::int[])`)}`,
});

async function rankByDuration(on: Queryable, request: RankRequest): Promise<RankedTests> {
  const slowest = new Map<number, number>();
  for (const { testIds, durations } of await newestDurations.all(on, request))
    for (const [place, testId] of unpackTestIds(testIds).entries()) {
      const took = unpackDuration(durations[place] ?? 0) ?? -1;
      if (took > (slowest.get(testId) ?? -1)) slowest.set(testId, took);
    }
  return [...slowest].map(([testId, rank]) => ({ testId, rank }));
}

/** The tests that a sort lists, in its order, without those up to the end of a page. */
export async function rankTests(
  on: Queryable,
  sort: Exclude<TestSort, 'newest_failure'>,
  { after, ...request }: RankRequest & { readonly after: { readonly at: number; readonly id: string } | null },
): Promise<RankedTests> {
  const ranked = sort === 'flakiest' ? await flakeRates.all(on, request) : await rankByDuration(on, request);
  const isAfter = ({ testId, rank }: RankedTests[number]) =>
    after === null || rank < after.at || (rank === after.at && testId < Number(after.id));
  return ranked.filter(isAfter).toSorted((a, b) => b.rank - a.rank || b.testId - a.testId);
}
