import { describeEndpoint, typed } from '../endpoint.js';
import { countParameter } from '../parameters.js';
import { ProjectMetrics } from '../resources/metrics.js';

const MAX_DAYS = 90;
export const DEFAULT_METRICS_DAYS = 30;

export const getMetrics = describeEndpoint({
  name: 'getMetrics',
  method: 'GET',
  path: '/v1/projects/:project_id/metrics',
  scope: 'read:builds',
  summary: 'Delivery metrics of a project',
  query: {
    days: countParameter(`Over the last so many days, at most ${MAX_DAYS}.`, MAX_DAYS, DEFAULT_METRICS_DAYS),
  },
  response: typed<ProjectMetrics>(ProjectMetrics),
});
