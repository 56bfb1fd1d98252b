import { listTasks } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listTasks, {
  name: 'list_tasks',
  title: 'List tasks',
  description:
    "Lists a project's tasks, newest first, with filters. Use it to find work by state, priority, assignee or label. " +
    'Items of Jira, Linear and other trackers are not tasks: use list_references for them. For one task with its ' +
    'linked changes, builds and deployments, use get_task.',
  toolset: 'tasks',
});
