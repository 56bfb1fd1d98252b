import { DEFAULT_METRICS_DAYS, getJobSeries, type JobMeasures } from '@slipway/contracts';
import type { JobSpanRecord } from '@slipway/db';
import { redactName } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { zoneOf } from '../../zone-of.js';
import { comparedPeriods, splitSpans } from './compared-periods.js';

const NONE: JobMeasures = { builds: 0, p50_seconds: null, p95_seconds: null, queue_seconds: null };

export const endpoint = defineConsoleEndpoint(getJobSeries, async ({ project, query, services }) => {
  const { days = DEFAULT_METRICS_DAYS, job: name } = query;
  const timeZone = zoneOf(query);
  const { reads, clock } = services;
  const shown = (job: string) => redactName(job, services.redactors.of(project));
  const periods = comparedPeriods(project.id, { days, timeZone }, clock.now());
  const jobs = await reads.listMeasurableJobs(periods);
  // An older link may name a job that did not run in the period; the main job is shown instead.
  const chosen = name === undefined ? jobs[0] : (jobs.find(({ job }) => shown(job) === name) ?? jobs[0]);
  const spans = chosen === undefined ? [] : await reads.measureJob(periods, chosen);
  return {
    job: chosen === undefined ? null : shown(chosen.job),
    jobs: jobs.map(({ job }) => shown(job)),
    ...splitSpans(spans, { timeZone, present: presentMeasures, none: NONE }),
  };
});

function presentMeasures({ builds, p50, p95, queue }: JobSpanRecord): JobMeasures {
  return { builds, p50_seconds: p50, p95_seconds: p95, queue_seconds: queue };
}
