import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { DEFAULT_METRICS_DAYS, ProjectMetrics } from '../endpoints/metrics.js';
import { anyOf, DigitsId, orNull, Timestamp } from '../fields.js';
import { countParameter } from '../parameters.js';
import { DEPLOYMENT_STATUSES, PLATFORMS } from '../values.js';

const seconds = orNull(Type.Number());

/** The builds of one UTC day. */
export const BuildDay = Type.Object({
  day: Type.String({ format: 'date' }),
  total: Type.Integer(),
  passed: Type.Integer(),
  failed: Type.Integer(),
  p50_seconds: seconds,
  p95_seconds: seconds,
  /** The median time from a build's first report to its start. */
  queue_seconds: seconds,
});
export type BuildDay = Static<typeof BuildDay>;

/** A deployment that has ended or is live. */
export const MeasuredDeployment = Type.Object({
  id: Type.String(),
  platform: anyOf(PLATFORMS),
  version: Type.String(),
  status: anyOf(DEPLOYMENT_STATUSES),
  at: Timestamp,
  /** From the change to the deployment. */
  lead_seconds: seconds,
  change_id: orNull(Type.Integer()),
});
export type MeasuredDeployment = Static<typeof MeasuredDeployment>;

/** A failed build, and the job's next passing build. */
export const Restore = Type.Object({
  job: Type.String(),
  failed: Type.Object({ id: DigitsId, build_number: Type.String() }),
  passed: Type.Object({ id: DigitsId, build_number: Type.String() }),
  at: Timestamp,
  seconds: Type.Number(),
});
export type Restore = Static<typeof Restore>;

/** How reliable a job is. */
export const MeasuredJob = Type.Object({
  job: Type.String(),
  passed: Type.Integer(),
  failed: Type.Integer(),
  /** Revisions that were built more than once, and how many of them both failed and passed. */
  repeated_revisions: Type.Integer(),
  flaky_revisions: Type.Integer(),
  p50_seconds: seconds,
  p95_seconds: seconds,
  queue_seconds: seconds,
});
export type MeasuredJob = Static<typeof MeasuredJob>;

export const MetricSeries = Type.Object({
  summary: ProjectMetrics,
  queue_seconds: seconds,
  builds: Type.Array(BuildDay),
  /** Newest first. */
  deployments: Type.Array(MeasuredDeployment),
  restores: Type.Array(Restore),
  /** Flakiest first. */
  jobs: Type.Array(MeasuredJob),
});
export type MetricSeries = Static<typeof MetricSeries>;

const MAX_DAYS = 90;

export const getMetricSeries = describeConsole({
  name: 'getMetricSeries',
  method: 'GET',
  path: '/projects/:project_id/metrics',
  query: { days: countParameter(`How many days to cover; at most ${MAX_DAYS}.`, MAX_DAYS, DEFAULT_METRICS_DAYS) },
  response: MetricSeries,
});
