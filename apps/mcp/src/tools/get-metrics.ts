import { getMetrics, ProjectMetrics } from '@slipway/contracts';
import { queryArguments } from '../contract-arguments.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_metrics',
  title: 'Get delivery metrics',
  description:
    'Returns the delivery metrics of a project over some days: builds and their success rate and durations, deployments, ' +
    'lead time, change failure rate, time to restore. A null value means that there was nothing to measure.',
  toolset: 'metrics',
  endpoints: [getMetrics],
  input: argumentsOf({ project, ...queryArguments(getMetrics) }),
  output: ProjectMetrics,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(getMetrics, { params, query, signal: context.signal });
    const { passed, failed } = data.builds;
    return { summary: `Over ${data.days} days, ${passed} builds passed and ${failed} failed.`, data };
  },
});
