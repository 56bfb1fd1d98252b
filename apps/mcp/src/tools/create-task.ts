import { randomUUID } from 'node:crypto';
import { createTask, TaskDetail } from '@slipway/contracts';
import { bodyArguments } from '../contract-arguments.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
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
