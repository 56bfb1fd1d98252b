import { columnsOf, computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { outages } from './outages.js';
import {
  bySpan,
  type ComparedPeriods,
  EXAMPLE,
  isCompared,
  MAX_LISTED,
  median,
  seconds,
  spanColumns,
  spanOf,
} from './period.js';
import { hasFailed, hasGoneLive, shipped } from './shipped.js';

const examples: readonly ComparedPeriods[] = [EXAMPLE];

/** The earlier of the two starts: everything since then is read. */
const both = ({ projectId, beforeSince }: ComparedPeriods) => ({ projectId, since: beforeSince });

const deploymentSpanColumns = {
  ...spanColumns,
  live: computed('int8', sql`count(*) FILTER (WHERE ${hasGoneLive})`),
  failed: computed('int8', sql`count(*) FILTER (WHERE ${hasFailed})`),
  finished: computed('int8', sql`count(*)`),
  leadSeconds: median(sql`lead`),
};

/** The deployments of a period or a day. */
export interface DeploymentSpanRecord extends RowOf<typeof deploymentSpanColumns> {}

const deploymentSpans = defineQuery({
  name: 'measure deployments by day',
  columns: deploymentSpanColumns,
  examples,
  build: (periods: ComparedPeriods, select) =>
    sql`SELECT ${select} FROM (
          SELECT status, live_at, lead, ${spanOf(sql`ended_at`, periods)} FROM ${shipped(both(periods))} s
          WHERE ${isCompared(sql`ended_at`, periods)}) ended
        ${bySpan} ORDER BY 2`,
});

const deployment = columnsOf('Deployment', 'd');
const deploymentColumns = {
  id: deployment.id,
  platform: deployment.platform,
  version: deployment.version,
  status: deployment.status,
  at: computed('timestamptz', sql`d.ended_at`),
  isLive: computed('bool', sql`(d.status = 'live' OR d.live_at IS NOT NULL)`),
  changeId: nullable(computed('int8', sql`d.change_id`)),
  leadSeconds: nullable(computed('float8', sql`d.lead`)),
};

/** A deployment that went live, was rejected or was rolled back, and how long its change took to go live first. */
export interface MeasuredDeploymentRecord extends RowOf<typeof deploymentColumns> {}

const deployments = defineQuery({
  name: 'list measured deployments',
  columns: deploymentColumns,
  examples,
  build: (periods: ComparedPeriods, select) =>
    sql`SELECT ${select} FROM ${shipped(both(periods))} d WHERE d.ended_at >= ${periods.since}::timestamptz
        ORDER BY d.ended_at DESC, d.id DESC LIMIT ${MAX_LISTED}`,
});

const outageSpanColumns = {
  ...spanColumns,
  restored: computed('int8', sql`count(*)`),
  seconds: median(sql`seconds`),
};

/** The outages that ended in a period or on a day. */
export interface OutageSpanRecord extends RowOf<typeof outageSpanColumns> {}

const outageSpans = defineQuery({
  name: 'measure outages by day',
  columns: outageSpanColumns,
  examples,
  build: (periods: ComparedPeriods, select) =>
    sql`SELECT ${select} FROM (
          SELECT ${seconds(sql`restored_at - broken_at`)} AS seconds, ${spanOf(sql`restored_at`, periods)}
          FROM ${outages(both(periods))} o
          WHERE restored_at IS NOT NULL AND ${isCompared(sql`restored_at`, periods)}) restored
        ${bySpan} ORDER BY 2`,
});

const outageColumns = {
  job: computed('text', sql`o.job`),
  failures: computed('int8', sql`o.failures`),
  failedId: computed('int8', sql`o.failed_id`),
  failedNumber: computed('text', sql`o.failed_number`),
  brokenAt: computed('timestamptz', sql`o.broken_at`),
  passedId: nullable(computed('int8', sql`o.passed_id`)),
  passedNumber: nullable(computed('text', sql`o.passed_number`)),
  restoredAt: nullable(computed('timestamptz', sql`o.restored_at`)),
};

/** A job's outage, from its first failed build to its next passing one. */
export interface OutageRecord extends RowOf<typeof outageColumns> {}

const outageList = defineQuery({
  name: 'list outages',
  columns: outageColumns,
  examples,
  build: (periods: ComparedPeriods, select) =>
    sql`SELECT ${select} FROM ${outages(both(periods))} o
        WHERE o.restored_at IS NULL OR o.restored_at >= ${periods.since}::timestamptz
        ORDER BY o.restored_at DESC NULLS FIRST, o.broken_at DESC, o.failed_id DESC LIMIT ${MAX_LISTED}`,
});

/**
 * How a project ships, by day: the deployments and outages of a period and the one before it. Deployments are newest
 * first; outages that last come first, then the last that ended.
 */
async function readMetricSeries({ pool }: DatabaseHandle, periods: ComparedPeriods) {
  const [deploymentsByDay, shippedRows, outagesByDay, outageRows] = await Promise.all([
    deploymentSpans.all(pool, periods),
    deployments.all(pool, periods),
    outageSpans.all(pool, periods),
    outageList.all(pool, periods),
  ]);
  return {
    deploymentSpans: deploymentsByDay,
    deployments: shippedRows,
    outageSpans: outagesByDay,
    outages: outageRows,
  };
}

export const reads = { readMetricSeries };
