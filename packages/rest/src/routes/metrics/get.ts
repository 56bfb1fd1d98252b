import { DEFAULT_METRICS_DAYS, getMetrics } from '@slipway/contracts';
import { defineEndpoint } from '../../services.js';
import { presentMetrics } from './present-metrics.js';

const DAY_MS = 24 * 60 * 60_000;

export const endpoint = defineEndpoint(getMetrics, async ({ project, query, services }) => {
  const { days = DEFAULT_METRICS_DAYS } = query;
  const since = new Date(services.clock.now() - days * DAY_MS);
  return presentMetrics(days, await services.reads.readMetrics(project.id, since));
});
