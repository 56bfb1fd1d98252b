import { getAsset } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getAsset, {
  name: 'get_asset',
  title: 'Get an asset',
  description: 'Returns one asset with the history of its approvals. Use it before you propose a decision.',
  toolset: 'assets',
  summary: ({ id, approval_status, version, approvals_history: history }) =>
    `Asset ${id}: ${approval_status}, version ${version}, ${history.length} approvals in its history.`,
});
