import { listAssets } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listAssets, {
  name: 'list_assets',
  title: 'List assets',
  description:
    'Lists content files of a project with their approval status, newest first. With pending_approval, lists what is waiting ' +
    'for review. For the requests themselves (stage, commit, comments), use list_approvals.',
  toolset: 'assets',
});
