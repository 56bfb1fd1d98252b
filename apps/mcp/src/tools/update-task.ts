import { TaskDetail, updateTask } from '@slipway/contracts';
import { bodyArguments } from '../contract-arguments.js';
import { defineTool, ToolProblem } from '../define-tool.js';
import { argumentsOf, project, rowId } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
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
