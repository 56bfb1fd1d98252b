import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { BuildRun } from '../endpoints/builds/build-runs.js';
import { Deployment } from '../endpoints/deployments.js';
import { DEFAULT_METRICS_DAYS } from '../endpoints/metrics.js';
import { MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { countParameter, textParameter, timeZoneParameter } from '../parameters.js';

const seconds = orNull(Type.Number());

/**
 * Measurements of the period, of the same span before it, and of every day of both that has any. Today is not over, so
 * the span before ends at the same time of day.
 */
function measured<P extends TProperties>(of: TObject<P>) {
  return {
    now: of,
    before: of,
    by_day: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...of.properties })),
  };
}

/** How many deployments ended, and how. */
export const DeploymentMeasures = Type.Object({
  live: Type.Integer(),
  /** Rejected or rolled back. */
  failed: Type.Integer(),
  finished: Type.Integer(),
  /** The median from a change to its first live deployment. */
  lead_seconds: seconds,
});
export type DeploymentMeasures = Static<typeof DeploymentMeasures>;

/** A deployment that went live, was rejected or was rolled back. */
export const MeasuredDeployment = Type.Object({
  ...Type.Pick(Deployment, ['id', 'platform', 'version', 'status']).properties,
  /** When it went live, otherwise when it ended. */
  at: Timestamp,
  is_live: Type.Boolean(),
  /** From its change to this deployment, if it is the first live one of that change. */
  lead_seconds: seconds,
  change_id: orNull(Type.Integer()),
});
export type MeasuredDeployment = Static<typeof MeasuredDeployment>;

/** The outages that ended, and their median duration. */
export const OutageMeasures = Type.Object({ restored: Type.Integer(), seconds });
export type OutageMeasures = Static<typeof OutageMeasures>;

const OutageBuild = Type.Pick(BuildRun, ['id', 'build_number']);

export const Outage = Type.Object({
  job: Type.String(),
  failures: Type.Integer(),
  failed: OutageBuild,
  broken_at: Timestamp,
  /** Null while the job has not passed again. */
  passed: orNull(OutageBuild),
  restored_at: MaybeTimestamp,
});
export type Outage = Static<typeof Outage>;

/** A job that both passed and failed with the same commit or changelist. */
export const FlakyJob = Type.Object({
  job: Type.String(),
  finished_builds: Type.Integer(),
  /** Revisions that were built more than once, and how many of them both failed and passed. */
  repeated_revisions: Type.Integer(),
  flaky_revisions: Type.Integer(),
  /** The revision that was flaky last. */
  last_revision: Type.String(),
});
export type FlakyJob = Static<typeof FlakyJob>;

/** Findings of similar confidence, and how many of them people confirmed. */
export const JudgedFindings = Type.Object({
  /** The mean of their confidence. */
  said: Type.Number(),
  judged: Type.Integer(),
  confirmed: Type.Integer(),
});
export type JudgedFindings = Static<typeof JudgedFindings>;

export const MetricSeries = Type.Object({
  days: Type.Integer(),
  deployments: Type.Object({
    ...measured(DeploymentMeasures),
    /** Newest first; at most 1,000. */
    rows: Type.Array(MeasuredDeployment),
  }),
  outages: Type.Object({
    ...measured(OutageMeasures),
    /** Those that last first, then the last that ended; at most 1,000. */
    rows: Type.Array(Outage),
  }),
  /** Those with the most flaky revisions first. */
  flaky_jobs: Type.Array(FlakyJob),
  /** The first build that was searched for flaky jobs, if the period has more builds than are searched. */
  flaky_since: MaybeTimestamp,
  /** The findings that people judged in the period, the surest first. */
  judged_findings: Type.Array(JudgedFindings),
});
export type MetricSeries = Static<typeof MetricSeries>;

const MAX_DAYS = 90;
const days = countParameter(`How many days to cover; at most ${MAX_DAYS}.`, MAX_DAYS, DEFAULT_METRICS_DAYS);

export const getMetricSeries = describeConsole({
  name: 'getMetricSeries',
  method: 'GET',
  path: '/projects/:project_id/metrics',
  query: { days, time_zone: timeZoneParameter() },
  response: MetricSeries,
});

/** How long the passing builds of a job took, and how long they waited to start. */
export const JobMeasures = Type.Object({
  builds: Type.Integer(),
  p50_seconds: seconds,
  p95_seconds: seconds,
  /** The median time from a build's first report to its start. */
  queue_seconds: seconds,
});
export type JobMeasures = Static<typeof JobMeasures>;

export const JobSeries = Type.Object({
  /** The measured job; null if no job ran in the period. */
  job: orNull(Type.String()),
  /** The jobs to choose from, the main job first. */
  jobs: Type.Array(Type.String()),
  ...measured(JobMeasures),
});
export type JobSeries = Static<typeof JobSeries>;

export const getJobSeries = describeConsole({
  name: 'getJobSeries',
  method: 'GET',
  path: '/projects/:project_id/metrics/job',
  query: {
    days,
    time_zone: timeZoneParameter(),
    job: textParameter('The job to measure; the main job if it is not set.'),
  },
  response: JobSeries,
});

/** What the tests of a period or a day did, from the runs of suites. Failures of the infrastructure are left out. */
export const TestMeasures = Type.Object({
  runs: Type.Integer(),
  passed: Type.Integer(),
  failed: Type.Integer(),
  /** Passed on retry. */
  retried: Type.Integer(),
  /** Failures of tests known to be flaky. */
  flaky: Type.Integer(),
  lost_seconds: Type.Number(),
});
export type TestMeasures = Static<typeof TestMeasures>;

/** A run of a suite in which a test failed, or passed only on retry. */
export const MeasuredTestRun = Type.Object({
  build: Type.Pick(BuildRun, ['id', 'build_number', 'ci_job_name']),
  suite: Type.String(),
  variant: Type.String(),
  at: Timestamp,
  ...Type.Omit(TestMeasures, ['runs']).properties,
});
export type MeasuredTestRun = Static<typeof MeasuredTestRun>;

export const TestSeries = Type.Object({
  ...measured(TestMeasures),
  /** Newest first; at most 1,000. */
  rows: Type.Array(MeasuredTestRun),
});
export type TestSeries = Static<typeof TestSeries>;

export const getTestSeries = describeConsole({
  name: 'getTestSeries',
  method: 'GET',
  path: '/projects/:project_id/metrics/tests',
  query: {
    days,
    time_zone: timeZoneParameter(),
    day: textParameter('Only rows of this day, such as 2026-11-15.'),
  },
  response: TestSeries,
});
