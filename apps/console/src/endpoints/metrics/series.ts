import { DEFAULT_METRICS_DAYS, getMetricSeries } from '@slipway/contracts';
import { sanitizeText } from '@slipway/domain';
import { presentMetrics, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

const DAY_MS = 86_400_000;

export const endpoint = defineConsoleEndpoint(getMetricSeries, async ({ project, query, services }) => {
  const { days = DEFAULT_METRICS_DAYS } = query;
  const { reads, clock } = services;
  const since = new Date(clock.now() - days * DAY_MS);
  const [summary, series] = await Promise.all([
    reads.readMetrics(project.id, since),
    reads.readMetricSeries(project.id, since),
  ]);
  return {
    summary: presentMetrics(days, summary),
    queue_seconds: series.queueSeconds,
    builds: series.builds.map(({ p50, p95, queue, ...day }) => ({
      ...day,
      p50_seconds: p50,
      p95_seconds: p95,
      queue_seconds: queue,
    })),
    deployments: series.deployments.map(({ id, platform, version, status, at, changeId, leadSeconds }) => ({
      id,
      platform,
      version: sanitizeText(version),
      status,
      at: presentTime(at),
      lead_seconds: leadSeconds,
      change_id: changeId,
    })),
    restores: series.restores.map((restore) => ({
      job: sanitizeText(restore.job),
      failed: { id: String(restore.failedId), build_number: sanitizeText(restore.failedNumber) },
      passed: { id: String(restore.passedId), build_number: sanitizeText(restore.passedNumber) },
      at: presentTime(restore.at),
      seconds: restore.seconds,
    })),
    jobs: series.jobs.map(({ job, passed, failed, repeated, flaky, p50, p95, queue }) => ({
      job: sanitizeText(job),
      passed,
      failed,
      repeated_revisions: repeated,
      flaky_revisions: flaky,
      p50_seconds: p50,
      p95_seconds: p95,
      queue_seconds: queue,
    })),
  };
});
