import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, CursorPagination, DigitsId, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import { cursorParameter, limitParameter, oneOf, textParameter, updatedSinceParameter } from '../parameters.js';
import { DEPLOYMENT_STATUSES, PLATFORMS } from '../values.js';
import { LinkedBuildRun } from './builds/build-runs.js';

const group: EndpointGroup = { name: 'Deployments', description: 'Uploads to distribution platforms.' };

const fields = {
  id: Uuid,
  platform: anyOf(PLATFORMS),
  status: anyOf(DEPLOYMENT_STATUSES),
  branch: Type.String(),
  version: Type.String(),
  external_id: Type.String(),
  external_build_id: Type.String(),
  build_run_id: orNull(DigitsId),
  integration_id: Type.Integer(),
  submitted_at: MaybeTimestamp,
  deployed_at: MaybeTimestamp,
  live_at: MaybeTimestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Deployment = Type.Object(fields, { title: 'Deployment' });
export type Deployment = Static<typeof Deployment>;

export const DeploymentDetail = Type.Object(
  { ...fields, build_run: orNull(LinkedBuildRun) },
  { title: 'DeploymentDetail' },
);
export type DeploymentDetail = Static<typeof DeploymentDetail>;

export const DeploymentPage = Type.Object(
  { deployments: Type.Array(Deployment), pagination: CursorPagination },
  { title: 'DeploymentPage' },
);
export type DeploymentPage = Static<typeof DeploymentPage>;

export const listDeployments = describeEndpoint({
  name: 'listDeployments',
  group,
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
  response: DeploymentPage,
});

export const getDeployment = describeEndpoint({
  name: 'getDeployment',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/deployments/:id',
  scope: 'read:builds',
  summary: 'Get a deployment with its build run',
  response: DeploymentDetail,
});
