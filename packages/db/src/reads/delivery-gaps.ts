import type { GapKind } from '@slipway/contracts';
import type { Position } from '@slipway/domain';
import { empty, join, type Queryable, query, type Sql, sql } from '../sql.js';

/** Numbers that never came: those between two that did. */
export interface GapRecord {
  readonly kind: GapKind;
  /** Of the row behind the gap. */
  readonly id: number;
  readonly integrationId: number;
  readonly provider: string;
  readonly series: string;
  readonly firstMissing: number;
  readonly lastMissing: number;
  readonly isLikely: boolean;
  readonly beforeAt: Date;
  readonly afterAt: Date;
}

export interface GapRequest {
  readonly kind: GapKind | undefined;
  readonly integrationId: number | undefined;
  readonly since: Date;
  readonly count: number;
  readonly after: Position | null;
}

/** The most rows that are looked at, the newest. */
const MAX_ROWS = 20_000;
/** More at once are a jump: someone set the counter. */
const MAX_MISSING = 1_000;
/** What people count by; longer numbers are made of times, or ids of a whole service. */
const COUNTED = '^[0-9]{1,9}$';

/** Tools that count the builds of a job one by one; others may leave numbers out. */
const COUNTING_TOOLS = ['jenkins', 'github'];

/** Rows as numbers of a series: `id`, `integration_id`, `series`, `n`, `at`. */
function numbersOf(projectId: number, { kind, since }: { kind: GapKind; since: Date }): Sql {
  if (kind === 'build_number') {
    return sql`SELECT id, integration_id, job_name AS series, build_number::int AS n, created_at AS at
      FROM (SELECT id, integration_id, job_name, build_number, created_at FROM build_runs
            WHERE project_id = ${projectId} AND created_at >= ${since}::timestamptz
            ORDER BY created_at DESC, id DESC LIMIT ${MAX_ROWS}) b
      WHERE build_number ~ ${COUNTED}`;
  }
  return sql`SELECT id, integration_id, repository AS series, identifier::int AS n, timestamp AS at
    FROM (SELECT id, integration_id, repository, identifier, timestamp FROM changes
          WHERE project_id = ${projectId} AND source_type = 'Changelist' AND timestamp >= ${since}::timestamptz
          ORDER BY timestamp DESC, id DESC LIMIT ${MAX_ROWS}) c
    WHERE identifier ~ ${COUNTED}`;
}

/** How sure a gap of the kind is, of an integration `i`; null when the integration wants none of them shown. */
function certaintyOf(kind: GapKind): Sql {
  if (kind === 'build_number') return sql`i.provider = ANY(${COUNTING_TOOLS}::text[])`;
  return sql`CASE i.config->>'changelist_gaps' WHEN 'false' THEN NULL WHEN 'true' THEN true ELSE false END`;
}

function gapsOf(projectId: number, kind: GapKind, { since, integrationId }: GapRequest): Sql {
  return sql`SELECT ${kind}::text AS kind, n.id, n.integration_id, i.provider, n.series, n.before + 1 AS first_missing,
      n.n - 1 AS last_missing, ${certaintyOf(kind)} AS is_likely, n.before_at, n.at AS after_at
    FROM (SELECT *, lag(n) OVER counted AS before, lag(at) OVER counted AS before_at
          FROM (${numbersOf(projectId, { kind, since })}) numbers
          WINDOW counted AS (PARTITION BY integration_id, series ORDER BY n, at)) n
    JOIN integrations i ON i.id = n.integration_id AND i.project_id = ${projectId}
    WHERE n.n - n.before BETWEEN 2 AND ${MAX_MISSING + 1}
      ${integrationId === undefined ? empty : sql`AND i.id = ${integrationId}`}`;
}

function behind(position: Position | null): Sql {
  if (position === null) return empty;
  return sql`AND (after_at, kind COLLATE "C", id) <
    (${new Date(position.at)}::timestamptz, ${position.kind ?? ''}, ${position.id}::bigint)`;
}

/** A page of the numbers missing among the newest builds and changelists of the project, newest first. */
export function listDeliveryGaps(on: Queryable, projectId: number, request: GapRequest): Promise<GapRecord[]> {
  const kinds: readonly GapKind[] = request.kind === undefined ? ['build_number', 'changelist'] : [request.kind];
  const gaps = kinds.map((kind) => gapsOf(projectId, kind, request));
  return query(
    on,
    sql`SELECT kind, id, integration_id AS "integrationId", provider, series, first_missing AS "firstMissing",
               last_missing AS "lastMissing", is_likely AS "isLikely", before_at AS "beforeAt", after_at AS "afterAt"
        FROM (${join(gaps, ' UNION ALL ')}) gaps
        WHERE is_likely IS NOT NULL ${behind(request.after)}
        ORDER BY after_at DESC, kind COLLATE "C" DESC, id DESC LIMIT ${request.count}`,
  );
}
