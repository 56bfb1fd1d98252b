import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { orNull } from '../fields.js';
import { countParameter } from '../parameters.js';

const group: EndpointGroup = { name: 'Metrics', description: 'Delivery metrics for a project.' };

/** Shown with the measurements everywhere. */
export const TEST_METRICS = {
  pass_rate: 'Share of test results that passed, possibly on retry, among those that passed or failed.',
  flaky_share:
    'Share of test results that passed only on retry, or failed although the test was known to be flaky, among those that passed or failed.',
  lost: 'Durations of the tests in runs that failed only because of flaky tests. Such a run has to be repeated. Retries within a run are not counted.',
} as const;

const seconds = orNull(Type.Number());
const ratio = orNull(Type.Number({ minimum: 0, maximum: 1 }));

const startingLower = (text: string) => `${text[0]?.toLowerCase()}${text.slice(1)}`;

export const ProjectMetrics = Type.Object(
  {
    days: Type.Integer(),
    builds: Type.Object({
      total: Type.Integer(),
      passed: Type.Integer(),
      failed: Type.Integer(),
      cancelled: Type.Integer(),
      success_rate: ratio,
      median_duration_seconds: seconds,
      p95_duration_seconds: seconds,
    }),
    changes: Type.Object({ total: Type.Integer(), authors: Type.Integer() }),
    deployments: Type.Object({
      total: Type.Integer(),
      live: Type.Integer(),
      rejected: Type.Integer(),
      rolled_back: Type.Integer(),
      per_week: Type.Number(),
    }),
    lead_time_seconds: seconds,
    change_failure_rate: ratio,
    time_to_restore_seconds: seconds,
    tests: Type.Object({
      runs: Type.Integer(),
      pass_rate: ratio,
      flaky_share: ratio,
      seconds_lost_to_flakes: Type.Number(),
    }),
  },
  {
    title: 'ProjectMetrics',
    description:
      'Covers the last `days` days: builds and deployments created, and changes submitted that are not orphaned. A ' +
      'value is null when there is nothing to measure. Durations, authors and times cover at most the newest 10,000 ' +
      'rows. builds.passed: completed or passed_pending_approval. builds.success_rate: share of passed among passed ' +
      'and failed. Durations: of passed and failed builds of all jobs. deployments.per_week: total per seven days. ' +
      'lead_time_seconds: median from a change to its first live deployment, through the build or commit deployed. ' +
      'change_failure_rate: share of rejected and rolled back deployments among those that ended in the period (went ' +
      'live, rejected or rolled back). time_to_restore_seconds: median duration of the outages that ended in the ' +
      'period; an outage lasts from the first failed build of a job to its next passing one, however many fail in ' +
      'between. tests: the newest 50,000 runs of suites in the period, without those that failed because of the ' +
      `infrastructure. tests.pass_rate: ${startingLower(TEST_METRICS.pass_rate)} tests.flaky_share: ` +
      `${startingLower(TEST_METRICS.flaky_share)} tests.seconds_lost_to_flakes: ${startingLower(TEST_METRICS.lost)}`,
  },
);
export type ProjectMetrics = Static<typeof ProjectMetrics>;

/** How many days a request without `days` covers. */
export const DEFAULT_METRICS_DAYS = 30;
const MAX_METRICS_DAYS = 90;

export const getMetrics = describeEndpoint({
  name: 'getMetrics',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/metrics',
  scope: 'read:builds',
  summary: 'Get delivery metrics for a project',
  query: {
    days: countParameter(
      `How many days to cover; at most ${MAX_METRICS_DAYS}.`,
      MAX_METRICS_DAYS,
      DEFAULT_METRICS_DAYS,
    ),
  },
  response: ProjectMetrics,
});
