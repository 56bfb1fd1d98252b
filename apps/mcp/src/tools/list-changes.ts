import { listChanges } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listChanges, {
  name: 'list_changes',
  title: 'List changes',
  description:
    'Lists commits and changelists of a project, newest first. Use it to see what was submitted recently, or with ' +
    'identifier to find one by its full SHA or changelist number. For its files and builds, use get_change.',
  toolset: 'changes',
});
