import { DEFAULT_METRICS_DAYS, getMetrics, type ProjectMetrics } from '@slipway/contracts';
import type { MetricsRecord, TestMeasuresRecord } from '@slipway/db';
import { defineEndpoint } from '../services.js';

const DAY_MS = 24 * 60 * 60_000;

export const get = defineEndpoint(getMetrics, async ({ project, query, services }) => {
  const { days = DEFAULT_METRICS_DAYS } = query;
  const since = new Date(services.clock.now() - days * DAY_MS);
  const [metrics, tests] = await Promise.all([
    services.reads.readMetrics(project.id, since),
    services.reads.measureTests({ projectId: project.id, since }),
  ]);
  return { ...presentMetrics(days, metrics), tests: presentTests(tests) };
});

const DAYS_PER_WEEK = 7;

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round(part / whole, 4);
}

function seconds(value: number | null): number | null {
  return value === null ? null : round(value, 3);
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function presentTests({ runs, passed, failed, retried, flaky, lostSeconds }: TestMeasuresRecord) {
  return {
    runs,
    pass_rate: share(passed, passed + failed),
    flaky_share: share(retried + flaky, passed + failed),
    seconds_lost_to_flakes: round(lostSeconds, 3),
  };
}

function presentMetrics(days: number, metrics: MetricsRecord): Omit<ProjectMetrics, 'tests'> {
  const { builds, durations, deployments, shipped } = metrics;
  const passed = (builds.completed ?? 0) + (builds.passed_pending_approval ?? 0);
  const { failed = 0, cancelled = 0 } = builds;
  const { live = 0, rejected = 0, rolled_back: rolledBack = 0 } = deployments;
  const deployed = sum(deployments);
  return {
    days,
    builds: {
      total: sum(builds),
      passed,
      failed,
      cancelled,
      success_rate: share(passed, passed + failed),
      median_duration_seconds: seconds(durations.median),
      p95_duration_seconds: seconds(durations.p95),
    },
    changes: { total: metrics.changes.total, authors: metrics.changes.authors },
    deployments: {
      total: deployed,
      live,
      rejected,
      rolled_back: rolledBack,
      per_week: round((deployed * DAYS_PER_WEEK) / days, 2),
    },
    lead_time_seconds: seconds(shipped.leadSeconds),
    change_failure_rate: share(shipped.failed, shipped.finished),
    time_to_restore_seconds: seconds(metrics.timeToRestore),
  };
}
