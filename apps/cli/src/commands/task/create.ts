import { randomUUID } from 'node:crypto';
import { createTask, TaskDetail } from '@slipway/contracts';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/fields.js';
import { readTask, taskOptions } from '../../resources/task-options.js';

export const command = defineCommand({
  summary: 'Create a task',
  description:
    'Prints the address of the task. If the connection drops, the request is retried; the task is created only once.',
  examples: [
    'slipway task create --title "Harbor crashes on load" --type bug --priority high --label crash',
    'slipway task create -T "Fix the cook" -a handle:cook-agent --description - < notes.md',
  ],
  project: true,
  json: fieldsOf(TaskDetail),
  options: taskOptions(createTask.body),
  async run({ client, project, output, stdin }, input) {
    const body = await readTask(createTask.body, input, () => stdin.readAll());
    const { id } = await project();
    // With a key, the client may repeat the request safely.
    const options = { params: { project_id: id }, body, idempotencyKey: randomUUID() };
    const task = await (await client()).call(createTask, options);
    if (output.json !== null) return output.value(task);
    output.note(`Created task #${task.id}`);
    output.line(task.urls.web);
  },
});
