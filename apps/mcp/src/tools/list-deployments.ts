import { listDeployments } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listDeployments, {
  name: 'list_deployments',
  title: 'List deployments',
  description:
    'Lists uploads to stores and platforms, newest first. Use it to see what is live, in review or rejected, or where a ' +
    'build went.',
  toolset: 'deployments',
});
