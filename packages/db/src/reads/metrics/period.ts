import { computed, nullable } from '../../columns.js';
import { type Sql, sql } from '../../sql.js';

/** A project, and the start of the measured period. */
export interface Period {
  readonly projectId: number;
  readonly since: Date;
}

/**
 * A measured period and the one before it, which ends earlier than the measured one begins: today is not over, so the
 * last day before is measured only up to the same time of day.
 */
export interface ComparedPeriods extends Period {
  /** When each day of both periods begins, oldest first: days are those of the reader's time zone. */
  readonly dayStarts: readonly Date[];
  readonly beforeSince: Date;
  readonly beforeUntil: Date;
}

export const EXAMPLE: ComparedPeriods = {
  projectId: 1,
  dayStarts: [new Date(0)],
  since: new Date(0),
  beforeSince: new Date(0),
  beforeUntil: new Date(0),
};

/**
 * Counts are exact and come from an index alone. Measurements that read rows read only the newest ones, so that even
 * the busiest project gets an answer.
 */
export const NEWEST = 10_000;

/** The most rows behind the points of a chart that are listed. */
export const MAX_LISTED = 1_000;

/** Whether a time is in one of the two periods. */
export function isCompared(at: Sql, { since, beforeSince, beforeUntil }: ComparedPeriods): Sql {
  return sql`(${at} >= ${since}::timestamptz
    OR ${at} >= ${beforeSince}::timestamptz AND ${at} < ${beforeUntil}::timestamptz)`;
}

/** Which period a row of measurements covers, and the start of its day; the day is null for a whole period. */
export const spanColumns = {
  isCurrent: computed('bool', sql`is_current`),
  day: nullable(computed('timestamptz', sql`day`)),
};

/** Groups rows by period, and by period and day. */
export const bySpan = sql`GROUP BY GROUPING SETS ((is_current), (is_current, day))`;

/** The period of a time, and the start of its day. */
export function spanOf(at: Sql, { since, dayStarts }: ComparedPeriods): Sql {
  const starts = sql`${dayStarts}::timestamptz[]`;
  return sql`${at} >= ${since}::timestamptz AS is_current, (${starts})[width_bucket(${at}, ${starts})] AS day`;
}

export const seconds = (time: Sql) => sql`extract(epoch FROM ${time})::float8`;

const percentile = (fraction: Sql, value: Sql) =>
  nullable(computed('float8', sql`percentile_cont(${fraction}) WITHIN GROUP (ORDER BY ${value})`));
export const median = (value: Sql) => percentile(sql`0.5`, value);
export const p95 = (value: Sql) => percentile(sql`0.95`, value);
