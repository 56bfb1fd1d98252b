import { getMetrics } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getMetrics, {
  name: 'get_metrics',
  title: 'Get delivery metrics',
  description:
    'Returns the delivery metrics of a project over some days: builds and their success rate and durations, deployments, ' +
    'lead time, change failure rate, time to restore. A null value means that there was nothing to measure.',
  toolset: 'metrics',
  summary: ({ days, builds: { passed, failed } }) =>
    `Over ${days} days, ${passed} builds passed and ${failed} failed.`,
});
