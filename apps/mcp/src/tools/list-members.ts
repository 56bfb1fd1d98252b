import { listMembers } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(listMembers, {
  name: 'list_members',
  title: 'List project members',
  description:
    'Lists the members of a project by user id and role, with their accounts in other tools, and the agent handles in ' +
    'use. Use it to find who to assign a task to. Names and addresses are not available.',
  toolset: 'members',
  summary: ({ members, truncated }) => `${members.length} members${truncated ? '; there are more' : ''}.`,
});
