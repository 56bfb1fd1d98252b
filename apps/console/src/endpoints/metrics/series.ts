import {
  DEFAULT_METRICS_DAYS,
  getMetricSeries,
  type MeasuredDeployment,
  type Outage,
  type OutageMeasures,
} from '@slipway/contracts';
import type { DeploymentSpanRecord, MeasuredDeploymentRecord, OutageRecord, OutageSpanRecord } from '@slipway/db';
import { type Redactor, redactName, sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { zoneOf } from '../../zone-of.js';
import { comparedPeriods, splitSpans } from './compared-periods.js';

export const endpoint = defineConsoleEndpoint(getMetricSeries, async ({ project, query, services }) => {
  const { days = DEFAULT_METRICS_DAYS } = query;
  const timeZone = zoneOf(query);
  const { reads, clock } = services;
  const periods = comparedPeriods(project.id, { days, timeZone }, clock.now());
  const [series, flaky, flakySince] = await Promise.all([
    reads.readMetricSeries(periods),
    reads.listFlakyJobs(periods),
    reads.findOldestMeasured(periods),
  ]);
  const redactor = services.redactors.of(project);
  return {
    days,
    deployments: {
      ...splitSpans(series.deploymentSpans, { timeZone, present: presentDeploymentSpan, none: NO_DEPLOYMENTS }),
      rows: series.deployments.map(presentDeployment),
    },
    outages: {
      ...splitSpans(series.outageSpans, { timeZone, present: presentOutageSpan, none: NO_OUTAGES }),
      rows: series.outages.map((outage) => presentOutage(outage, redactor)),
    },
    flaky_jobs: flaky.map(({ job, finished, repeated, flaky: number, lastRevision }) => ({
      job: redactName(job, redactor),
      finished_builds: finished,
      repeated_revisions: repeated,
      flaky_revisions: number,
      last_revision: sanitizeText(lastRevision),
    })),
    flaky_since: presentTime(flakySince),
  };
});

const NO_DEPLOYMENTS = { live: 0, failed: 0, finished: 0, lead_seconds: null };
const NO_OUTAGES: OutageMeasures = { restored: 0, seconds: null };

function presentOutageSpan({ restored, seconds }: OutageSpanRecord): OutageMeasures {
  return { restored, seconds };
}

function presentDeploymentSpan({ live, failed, finished, leadSeconds }: DeploymentSpanRecord) {
  return { live, failed, finished, lead_seconds: leadSeconds };
}

function presentDeployment(deployment: MeasuredDeploymentRecord): MeasuredDeployment {
  return {
    id: deployment.id,
    platform: deployment.platform,
    version: sanitizeText(deployment.version),
    status: deployment.status,
    at: presentTime(deployment.at),
    is_live: deployment.isLive,
    lead_seconds: deployment.leadSeconds,
    change_id: deployment.changeId,
  };
}

function presentOutage(outage: OutageRecord, redactor: Redactor): Outage {
  const { passedId } = outage;
  return {
    job: redactName(outage.job, redactor),
    failures: outage.failures,
    failed: { id: String(outage.failedId), build_number: sanitizeText(outage.failedNumber) },
    broken_at: presentTime(outage.brokenAt),
    passed:
      passedId === null ? null : { id: String(passedId), build_number: sanitizeText(outage.passedNumber ?? '') },
    restored_at: presentTime(outage.restoredAt),
  };
}
