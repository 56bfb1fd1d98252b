import type { GapKind } from '@slipway/contracts';
import type { Position } from '@slipway/domain';
import { computed, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { when } from '../../keyset.js';
import { empty, join, type Sql, sql } from '../../sql.js';

const columns = {
  kind: computed<'text', GapKind>('text', sql`kind`),
  id: computed('int8', sql`id`),
  integrationId: computed('int4', sql`integration_id`),
  provider: computed('text', sql`provider`),
  series: computed('text', sql`series`),
  firstMissing: computed('int4', sql`first_missing`),
  lastMissing: computed('int4', sql`last_missing`),
  isLikely: computed('bool', sql`is_likely`),
  beforeAt: computed('timestamptz', sql`before_at`),
  afterAt: computed('timestamptz', sql`after_at`),
};

/** Numbers missing between two that arrived. `id` is the id of the row after the gap. */
export interface GapRecord extends RowOf<typeof columns> {}

export interface GapRequest {
  readonly kind: GapKind | undefined;
  readonly integrationId: number | undefined;
  /** Providers that number a job's builds consecutively: for them, a gap is probably a lost delivery. */
  readonly sequentialProviders: readonly string[];
  readonly since: Date;
  readonly count: number;
  readonly after: Position | null;
}

/** The most rows to consider, newest first. */
const MAX_ROWS = 20_000;
/** A larger gap is a jump: someone set the counter. */
const MAX_MISSING = 1_000;
/** Longer numbers are not counters: they contain times, or are ids that are unique across a whole service. */
const COUNTER_PATTERN = '^[0-9]{1,9}$';

/** The rows that have a number of this kind: `integration_id`, `series` and its `title`, `number` and `at`. */
function numberedRows(kind: GapKind): Sql {
  return kind === 'build_number'
    ? sql`(SELECT id, project_id, integration_id, job_key AS series, job_name AS title,
             build_number AS number, created_at AS at FROM build_runs)`
    : sql`(SELECT id, project_id, integration_id, repository AS series, repository AS title,
             identifier AS number, timestamp AS at FROM changes WHERE source_type = 'Changelist')`;
}

/** The project's newest numbers: `id`, `integration_id`, `series`, `title`, `n`, `at`. */
function newestNumbers(projectId: number, kind: GapKind, since: Date): Sql {
  return sql`SELECT id, integration_id, series, title, number::int AS n, at
    FROM (SELECT * FROM ${numberedRows(kind)} r WHERE project_id = ${projectId} AND at >= ${since}::timestamptz
          ORDER BY at DESC, id DESC LIMIT ${MAX_ROWS}) newest
    WHERE number ~ ${COUNTER_PATTERN}`;
}

/** The numbers of a series, each with its predecessor. */
function stepsOf(numbers: Sql): Sql {
  return sql`SELECT *, lag(n) OVER counted AS before, lag(at) OVER counted AS before_at FROM ${numbers}
    WINDOW counted AS (PARTITION BY integration_id, series ORDER BY n, at)`;
}

const isGap = sql`s.n - s.before BETWEEN 2 AND ${MAX_MISSING + 1}`;

/**
 * Numbers inside the gaps that did arrive, because a change may carry any time. Numbers are stored as text, which sorts
 * like numbers only among those with the same number of digits, so this reads one index range per length. `OFFSET 0`
 * holds the planner to that.
 */
function numbersBetween(kind: GapKind): Sql {
  return sql`SELECT k.id, k.integration_id, k.series, k.title, k.number::int AS n, k.at
    FROM (${stepsOf(sql`newest`)}) s
    CROSS JOIN LATERAL generate_series(length((s.before + 1)::text), length((s.n - 1)::text)) AS digits
    CROSS JOIN LATERAL (SELECT * FROM ${numberedRows(kind)} r
      WHERE r.integration_id = s.integration_id AND r.series = s.series AND length(r.number) = digits
        AND r.number >= greatest(s.before + 1, 10 ^ (digits - 1))::int::text
        AND r.number <= least(s.n - 1, 10 ^ digits - 1)::int::text AND r.number ~ ${COUNTER_PATTERN} OFFSET 0) k
    WHERE ${isGap}`;
}

/** Whether a gap of this kind is probably real, for an integration `i`; null if the integration hides such gaps. */
function certaintyOf(kind: GapKind, sequentialProviders: readonly string[]): Sql {
  if (kind === 'build_number') return sql`i.provider = ANY(${sequentialProviders}::text[])`;
  return sql`CASE i.config->>'changelist_gaps' WHEN 'false' THEN NULL WHEN 'true' THEN true ELSE false END`;
}

function gapsOf(projectId: number, kind: GapKind, request: GapRequest): Sql {
  const { since, integrationId, sequentialProviders } = request;
  return sql`(WITH newest AS MATERIALIZED (${newestNumbers(projectId, kind, since)}),
      numbers AS (SELECT * FROM newest UNION ALL ${numbersBetween(kind)})
    SELECT ${kind}::text AS kind, s.id, s.integration_id, i.provider, s.title AS series, s.before + 1 AS first_missing,
      s.n - 1 AS last_missing, ${certaintyOf(kind, sequentialProviders)} AS is_likely, s.before_at, s.at AS after_at
    FROM (${stepsOf(sql`numbers`)}) s
    JOIN integrations i ON i.id = s.integration_id AND i.project_id = ${projectId}
    WHERE ${isGap} AND greatest(s.before_at, s.at) >= ${since}::timestamptz
      ${when(integrationId, (value) => sql`i.id = ${value}`)})`;
}

function behind(position: Position | null): Sql {
  if (position === null) return empty;
  return sql`AND (after_at, kind COLLATE "C", id) <
    (${new Date(position.at)}::timestamptz, ${position.kind ?? ''}, ${position.id}::bigint)`;
}

type GapPage = GapRequest & { readonly projectId: number };

const KINDS: readonly GapKind[] = ['build_number', 'changelist'];

const EXAMPLE: GapPage = {
  projectId: 1,
  kind: undefined,
  integrationId: 1,
  sequentialProviders: ['jenkins'],
  since: new Date(0),
  count: 1,
  after: { at: 0, kind: 'changelist', id: '1' },
};

const gapPage = defineQuery({
  name: 'list delivery gaps',
  columns,
  examples: [EXAMPLE],
  build: ({ projectId, ...request }: GapPage, select) => {
    const kinds = request.kind === undefined ? KINDS : [request.kind];
    const gaps = kinds.map((kind) => gapsOf(projectId, kind, request));
    return sql`SELECT ${select}
        FROM (${join(gaps, ' UNION ALL ')}) gaps
        WHERE is_likely IS NOT NULL ${behind(request.after)}
        ORDER BY after_at DESC, gaps.kind COLLATE "C" DESC, id DESC LIMIT ${request.count}`;
  },
});

/** A page of the numbers missing among the project's newest builds and changelists, newest first. */
function listDeliveryGaps({ pool }: DatabaseHandle, projectId: number, request: GapRequest): Promise<GapRecord[]> {
  return gapPage.all(pool, { ...request, projectId });
}

export const reads = { listDeliveryGaps };
