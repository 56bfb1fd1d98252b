import { markBuildOfDeployment } from '@slipway/client';
import { DeploymentDetail, getDeployment, listDeployments } from '@slipway/contracts';
import Type from 'typebox';
import { defineListTool, defineReadTool } from '../define-read-tool.js';
import { buildsIn, MarkedLink } from '../marked-builds.js';

export const getDeploymentTool = defineReadTool(getDeployment, {
  name: 'get_deployment',
  title: 'Get a deployment',
  description: 'Returns one deployment with the build it uploaded.',
  toolset: 'deployments',
  output: Type.Object({ ...DeploymentDetail.properties, build_run: Type.Union([MarkedLink, Type.Null()]) }),
  present: (deployment, projectId, context) =>
    markBuildOfDeployment(context.client, buildsIn(projectId, context), deployment),
  summary: ({ id, platform, status }) => `Deployment ${id} to ${platform} is ${status}.`,
});

export const listDeploymentsTool = defineListTool(listDeployments, {
  name: 'list_deployments',
  title: 'List deployments',
  description:
    'Lists uploads to stores and platforms, newest first. Use it to see what is live, in review or rejected, or where a ' +
    'build went.',
  toolset: 'deployments',
});
