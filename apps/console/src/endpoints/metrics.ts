import {
  DEFAULT_METRICS_DAYS,
  getJobSeries,
  getMetricSeries,
  getTestSeries,
  type JobMeasures,
  type MeasuredDeployment,
  type Outage,
  type OutageMeasures,
  type TestMeasures,
} from '@slipway/contracts';
import type {
  ComparedPeriods,
  DeploymentSpanRecord,
  JobSpanRecord,
  MeasuredDeploymentRecord,
  OutageRecord,
  OutageSpanRecord,
  TestMeasuresRecord,
  TestSpanRecord,
} from '@slipway/db';
import {
  accountDay,
  dayStarts,
  daysEarlier,
  describeVariant,
  type Redactor,
  redactName,
  sanitizeText,
} from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import { zoneOf } from '../zone-of.js';

export const series = defineConsoleEndpoint(getMetricSeries, async ({ project, query, services }) => {
  const { days = DEFAULT_METRICS_DAYS } = query;
  const timeZone = zoneOf(query);
  const { reads, clock } = services;
  const periods = comparedPeriods(project.id, { days, timeZone }, clock.now());
  const [series, flaky, flakySince, judgedFindings] = await Promise.all([
    reads.readMetricSeries(periods),
    reads.listFlakyJobs(periods),
    reads.findOldestMeasured(periods),
    reads.listJudgedFindings(periods),
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
    judged_findings: judgedFindings.map(({ said, judged, confirmed }) => ({ said, judged, confirmed })),
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

export const tests = defineConsoleEndpoint(getTestSeries, async ({ project, query, services }) => {
  const { days = DEFAULT_METRICS_DAYS, day } = query;
  const timeZone = zoneOf(query);
  const { reads, clock } = services;
  const periods = comparedPeriods(project.id, { days, timeZone }, clock.now());
  const redactor = services.redactors.of(project);
  const listed = day === undefined ? { since: periods.since, until: null } : spanOfDay(periods, day, timeZone);
  const [spans, rows] = await Promise.all([
    reads.measureTestsByDay(periods),
    listed === null ? [] : reads.listMeasuredTestRuns({ projectId: project.id, ...listed }),
  ]);
  return {
    ...splitSpans(spans, { timeZone, present: (span: TestSpanRecord) => presentTests(span), none: NO_TESTS }),
    rows: rows.map((row) => {
      const { runs: _, ...measures } = presentTests({ ...row, runs: 1 });
      return {
        build: {
          id: String(row.buildRunId),
          build_number: sanitizeText(row.buildNumber),
          ci_job_name: redactName(row.jobName, redactor),
        },
        suite: redactName(row.suite, redactor),
        variant: redactName(describeVariant(row), redactor),
        at: presentTime(row.at),
        ...measures,
      };
    }),
  };
});

const NO_TESTS: TestMeasures = { runs: 0, passed: 0, failed: 0, retried: 0, flaky: 0, lost_seconds: 0 };

function presentTests({ runs, passed, failed, retried, flaky, lostSeconds }: TestMeasuresRecord): TestMeasures {
  return { runs, passed, failed, retried, flaky, lost_seconds: lostSeconds };
}

/** Null for a day outside the measured period. */
function spanOfDay({ dayStarts: starts }: ComparedPeriods, day: string, timeZone: string) {
  const index = starts.findIndex((start) => accountDay(start.getTime(), timeZone).date === day);
  const since = starts[index];
  return since === undefined ? null : { since, until: starts[index + 1] ?? null };
}

const NONE: JobMeasures = { builds: 0, p50_seconds: null, p95_seconds: null, queue_seconds: null };

export const job = defineConsoleEndpoint(getJobSeries, async ({ project, query, services }) => {
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

interface Asked {
  readonly days: number;
  readonly timeZone: string;
}

/** The last days in a time zone, today included, and as many days before them up to the same time of day. */
function comparedPeriods(projectId: number, { days, timeZone }: Asked, now: number): ComparedPeriods {
  const starts = dayStarts(now, timeZone, 2 * days);
  return {
    projectId,
    dayStarts: starts,
    since: starts[days] as Date,
    beforeSince: starts[0] as Date,
    beforeUntil: daysEarlier(now, timeZone, days),
  };
}

interface Span {
  readonly isCurrent: boolean;
  readonly day: Date | null;
}

interface Presented<S extends Span, Measures> {
  readonly timeZone: string;
  present(span: S): Measures;
  readonly none: Measures;
}

function splitSpans<S extends Span, Measures>(
  spans: readonly S[],
  { timeZone, present, none }: Presented<S, Measures>,
) {
  const whole = (isCurrent: boolean) => spans.find((span) => span.day === null && span.isCurrent === isCurrent);
  const totalOf = (span: S | undefined) => (span === undefined ? none : present(span));
  return {
    now: totalOf(whole(true)),
    before: totalOf(whole(false)),
    by_day: spans.flatMap((span) =>
      span.day === null ? [] : [{ day: accountDay(span.day.getTime(), timeZone).date, ...present(span) }],
    ),
  };
}
