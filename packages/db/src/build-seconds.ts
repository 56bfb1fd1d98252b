import { MAX_DURATION_SECONDS } from '@slipway/contracts';
import { type Sql, sql } from './sql.js';

/** The seconds if they are a plausible build duration, otherwise null. */
export function possibleSeconds(seconds: Sql): Sql {
  return sql`CASE WHEN ${seconds} BETWEEN 0 AND ${MAX_DURATION_SECONDS} THEN ${seconds} END`;
}

/** How long a build took: its reported duration, or else start to finish. Null if neither is plausible. */
export const buildSeconds = sql`COALESCE(${possibleSeconds(sql`duration_seconds`)},
  ${possibleSeconds(sql`extract(epoch FROM finished_at - started_at)`)})`;
