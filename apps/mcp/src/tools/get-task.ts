import { getTask, TaskDetail } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project, rowId } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_task',
  title: 'Get a task',
  description:
    'Returns one task with its full description and the changes, builds, deployments and tracker items linked to it.',
  toolset: 'tasks',
  endpoints: [getTask],
  input: argumentsOf({ project, task_id: rowId('The id of the task.') }),
  output: TaskDetail,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const params = { project_id, id: input.task_id };
    const data = await context.client.call(getTask, { params, signal: context.signal });
    return { summary: `Task ${data.id} is ${data.state}, priority ${data.priority}.`, data };
  },
});
