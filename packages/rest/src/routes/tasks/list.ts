import { listTasks } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { respondIfChanged } from '../../respond-if-changed.js';
import { defineEndpoint } from '../../services.js';
import { presentTask } from './present-task.js';

export const endpoint = defineEndpoint(listTasks, async (input) => {
  const { project, services } = input;
  const { format: _, ...query } = input.query;
  const page = keysetPage(services.cursors, { list: listTasks, scope: project.id, query });
  const { state: states, task_type: taskType, priority, assignee, label, updated_since: updatedSince } = query;
  const filter = { states, taskType, priority, assignee, label, updatedSince };
  return respondIfChanged(input, {
    list: listTasks,
    version: () => services.reads.findTaskPageVersion(project.id, filter, page),
    rows: () => services.reads.listTasks(project.id, filter, page),
    versionOf: ({ rowVersion }) => rowVersion,
    present(tasks) {
      const { rows, pagination } = page.end(tasks, ({ createdAt, id }) => ({ at: createdAt, id }));
      return { tasks: rows.map((task) => presentTask(task, services.baseUrl)), pagination };
    },
  });
});
