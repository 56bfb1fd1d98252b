import { markBuildsOfTask } from '@slipway/client';
import { getTask } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';
import { buildsIn } from '../marked-builds.js';

export const tool = defineReadTool(getTask, {
  name: 'get_task',
  title: 'Get a task',
  description:
    'Returns one task with its full description and the changes, builds, deployments and tracker items linked to it.',
  toolset: 'tasks',
  present: (task, projectId, context) => markBuildsOfTask(context.client, buildsIn(projectId, context), task),
  summary: ({ id, state, priority }) => `Task ${id} is ${state}, priority ${priority}.`,
});
