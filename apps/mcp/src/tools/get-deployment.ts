import { DeploymentDetail, getDeployment } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project, uuid } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_deployment',
  title: 'Get a deployment',
  description: 'Returns one deployment with the build it uploaded.',
  toolset: 'deployments',
  endpoints: [getDeployment],
  input: argumentsOf({ project, deployment_id: uuid('The id of the deployment.') }),
  output: DeploymentDetail,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const params = { project_id, id: input.deployment_id };
    const data = await context.client.call(getDeployment, { params, signal: context.signal });
    return { summary: `Deployment ${data.id} to ${data.platform} is ${data.status}.`, data };
  },
});
