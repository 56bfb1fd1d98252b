import { markBuildOfDeployment } from '@slipway/client';
import { DeploymentDetail, getDeployment } from '@slipway/contracts';
import Type from 'typebox';
import { defineReadTool } from '../define-read-tool.js';
import { buildsIn, MarkedLink } from '../marked-builds.js';

export const tool = defineReadTool(getDeployment, {
  name: 'get_deployment',
  title: 'Get a deployment',
  description: 'Returns one deployment with the build it uploaded.',
  toolset: 'deployments',
  output: Type.Object({ ...DeploymentDetail.properties, build_run: Type.Union([MarkedLink, Type.Null()]) }),
  present: (deployment, projectId, context) =>
    markBuildOfDeployment(context.client, buildsIn(projectId, context), deployment),
  summary: ({ id, platform, status }) => `Deployment ${id} to ${platform} is ${status}.`,
});
