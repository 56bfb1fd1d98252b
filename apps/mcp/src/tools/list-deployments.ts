import { DEPLOYMENT_STATUSES, DeploymentPage, listDeployments, PLATFORMS } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { argumentsOf, buildId, oneOf, paging, project, updatedSince } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_deployments',
  title: 'List deployments',
  description:
    'Lists uploads to stores and platforms, newest first. Use it to see what is live, in review or rejected, or where a ' +
    'build went.',
  toolset: 'deployments',
  endpoints: [listDeployments],
  input: argumentsOf({
    project,
    status: Type.Optional(oneOf(DEPLOYMENT_STATUSES, 'Only deployments in this status.')),
    platform: Type.Optional(oneOf(PLATFORMS, 'Only deployments to this platform.')),
    build_run_id: Type.Optional(buildId),
    updated_since: updatedSince,
    ...paging,
  }),
  output: DeploymentPage,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(listDeployments, { params, query, signal: context.signal });
    return { summary: `${data.deployments.length} deployments, newest first.`, data };
  },
});
