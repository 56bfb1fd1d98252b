import { TaskDetail, updateTask } from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/fields.js';
import { readTask, taskOptions } from '../../resources/task-options.js';

export const command = defineCommand({
  summary: 'Update a task',
  examples: [
    'slipway task edit 12 --state in_progress --assignee user:2',
    'slipway task edit 12 --append "Happens on the Deck too." --label crash,deck',
  ],
  project: true,
  json: fieldsOf(TaskDetail),
  arguments: { id: { description: 'the id of the task' } },
  options: taskOptions(updateTask.body),
  async run({ client, project, output, stdin }, { id, ...input }) {
    const body = await readTask(updateTask.body, input, () => stdin.readAll());
    if (Object.keys(body).length === 0)
      throw new CliError('Nothing to change.', { hint: 'Pass at least one option: slipway task edit --help' });
    const params = { project_id: (await project()).id, id };
    const task = await (await client()).call(updateTask, { params, body });
    if (output.json !== null) return output.value(task);
    output.note(`Updated task #${task.id}`);
    output.line(task.urls.web);
  },
});
