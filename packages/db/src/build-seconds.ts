import { MAX_DURATION_SECONDS } from '@slipway/contracts';
import { type Sql, sql } from './sql.js';

/** Seconds that can be the duration of a build, else null. */
export function possibleSeconds(seconds: Sql): Sql {
  return sql`CASE WHEN ${seconds} BETWEEN 0 AND ${MAX_DURATION_SECONDS} THEN ${seconds} END`;
}

/** How long a build took: as it reported, else from its start to its end. Null if neither is possible. */
export const buildSeconds = sql`COALESCE(${possibleSeconds(sql`duration_seconds`)},
  ${possibleSeconds(sql`extract(epoch FROM finished_at - started_at)`)})`;
