import { DEFAULT_METRICS_DAYS, getMetrics } from '@slipway/contracts';
import { presentMetrics } from '../../present/metrics.js';
import { defineEndpoint } from '../../services.js';

const DAY_MS = 86_400_000;

export const endpoint = defineEndpoint(getMetrics, async ({ project, query, services }) => {
  const days = query.days ?? DEFAULT_METRICS_DAYS;
  const since = new Date(services.clock.now() - days * DAY_MS);
  return presentMetrics(days, await services.reads.readMetrics(project.id, since));
});
