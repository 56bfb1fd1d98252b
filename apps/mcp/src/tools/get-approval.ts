import { getApproval } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getApproval, {
  name: 'get_approval',
  title: 'Get an approval',
  description: 'Returns one approval record by its id. To see all approvals of an asset, use get_asset.',
  toolset: 'assets',
  summary: ({ id, status }) => `Approval ${id} is ${status}.`,
});
