import { listTasks, PRIORITIES, TASK_STATES, TASK_TYPES, TaskPage } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { argumentsOf, oneOf, paging, project, someOf, text, updatedSince } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    "Lists a project's tasks, newest first, with filters. Use it to find work by state, priority, assignee or label. " +
    'Items of Jira, Linear and other trackers are not tasks: use list_references for them. For one task with its ' +
    'linked changes, builds and deployments, use get_task.',
  toolset: 'tasks',
  endpoints: [listTasks],
  input: argumentsOf({
    project,
    state: Type.Optional(someOf(TASK_STATES, 'Only tasks in these states.')),
    task_type: Type.Optional(oneOf(TASK_TYPES, 'Only tasks of this type.')),
    priority: Type.Optional(oneOf(PRIORITIES, 'Only tasks of this priority.')),
    assignee: text('Only tasks of this assignee: handle:<agent-handle> or user:<numeric user id>.'),
    label: text('Only tasks with exactly this label.'),
    updated_since: updatedSince,
    ...paging,
  }),
  output: TaskPage,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(listTasks, { params, query, signal: context.signal });
    return { summary: `${data.tasks.length} tasks, newest first.`, data };
  },
});
