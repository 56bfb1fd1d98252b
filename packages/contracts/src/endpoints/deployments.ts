import { describeEndpoint, typed } from '../endpoint.js';
import { cursorParameter, limitParameter, oneOf, textParameter, updatedSinceParameter } from '../parameters.js';
import { DeploymentDetail, DeploymentPage } from '../resources/deployment.js';
import { DEPLOYMENT_STATUSES, PLATFORMS } from '../values.js';

export const listDeployments = describeEndpoint({
  name: 'listDeployments',
  method: 'GET',
  path: '/v1/projects/:project_id/deployments',
  scope: 'read:builds',
  summary: 'List deployments, newest first',
  query: {
    status: oneOf('status', DEPLOYMENT_STATUSES, 'Only deployments in this status.'),
    platform: oneOf('platform', PLATFORMS, 'Only deployments to this platform.'),
    build_run_id: textParameter('Only deployments of the build run with this id.'),
    updated_since: updatedSinceParameter(),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: typed<DeploymentPage>(DeploymentPage),
});

export const getDeployment = describeEndpoint({
  name: 'getDeployment',
  method: 'GET',
  path: '/v1/projects/:project_id/deployments/:id',
  scope: 'read:builds',
  summary: 'Get a deployment with its build run',
  query: {},
  response: typed<DeploymentDetail>(DeploymentDetail),
});
