import { randomUUID } from 'node:crypto';
import { markBuildsOfTask } from '@slipway/client';
import { createTask, getTask, listReferences, listTasks, TaskDetail, updateTask } from '@slipway/contracts';
import { bodyArguments } from '../contract-arguments.js';
import { defineListTool, defineReadTool } from '../define-read-tool.js';
import { defineTool, ToolProblem } from '../define-tool.js';
import { argumentsOf, project, rowId } from '../fields.js';
import { findProject } from '../find-project.js';
import { buildsIn } from '../marked-builds.js';

export const createTaskTool = defineTool({
  name: 'create_task',
  title: 'Create a task',
  description:
    'Creates a task in a project and returns it. Use it only when the user asks for a task, and check with list_tasks ' +
    'first whether one exists. Each call creates a new task. Defaults: to_do, feature, medium.',
  toolset: 'tasks',
  endpoints: [createTask],
  input: argumentsOf({ project, ...bodyArguments(createTask.body) }),
  output: TaskDetail,
  async run({ project: reference, ...body }, context) {
    const params = await findProject(reference, context);
    // With a key, the client may repeat a request whose response was lost.
    const request = { params, body, idempotencyKey: randomUUID(), signal: context.signal };
    const data = await context.client.call(createTask, request);
    return { summary: `Created task ${data.id}.`, data };
  },
});

export const getTaskTool = defineReadTool(getTask, {
  name: 'get_task',
  title: 'Get a task',
  description:
    'Returns one task with its full description and the changes, builds, deployments and tracker items linked to it.',
  toolset: 'tasks',
  present: (task, projectId, context) => markBuildsOfTask(context.client, buildsIn(projectId, context), task),
  summary: ({ id, state, priority }) => `Task ${id} is ${state}, priority ${priority}.`,
});

export const listTasksTool = defineListTool(listTasks, {
  name: 'list_tasks',
  title: 'List tasks',
  description:
    "Lists a project's tasks, newest first, with filters. Use it to find work by state, priority, assignee or label. " +
    'Items of Jira, Linear and other trackers are not tasks: use list_references for them. For one task with its ' +
    'linked changes, builds and deployments, use get_task.',
  toolset: 'tasks',
});

export const updateTaskTool = defineTool({
  name: 'update_task',
  title: 'Update a task',
  description:
    'Changes the given fields of a task and returns it; other fields stay. To add a remark, use description_append: ' +
    'description replaces the whole text, and labels replaces all labels.',
  toolset: 'tasks',
  endpoints: [updateTask],
  isDestructive: true,
  input: argumentsOf({ project, task_id: rowId('The id of the task.'), ...bodyArguments(updateTask.body) }),
  output: TaskDetail,
  async run({ project: reference, task_id: id, ...body }, context) {
    if (Object.keys(body).length === 0) throw new ToolProblem('Nothing to change: pass at least one field.');
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, id }, body, signal: context.signal };
    const data = await context.client.call(updateTask, request);
    return { summary: `Updated task ${data.id}: it is ${data.state}, priority ${data.priority}.`, data };
  },
});

export const listReferencesTool = defineListTool(listReferences, {
  name: 'list_references',
  title: 'List tracker items',
  description:
    'Lists items of external trackers (Jira, Linear, Trello, monday.com, Asana, GitHub issues) with the changes and ' +
    "tasks that mention them. Use it to look up a key such as GAME-123. Slipway's own tasks are in list_tasks.",
  toolset: 'tasks',
  noun: 'tracker items',
});
