import { getDeployment } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getDeployment, {
  name: 'get_deployment',
  title: 'Get a deployment',
  description: 'Returns one deployment with the build it uploaded.',
  toolset: 'deployments',
  summary: ({ id, platform, status }) => `Deployment ${id} to ${platform} is ${status}.`,
});
