import { listTasks } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentTask } from './present-task.js';

export const endpoint = defineEndpoint(
  listTasks,
  async ({ project, query: { format: _, ...query }, services }) => {
    const page = keysetPage(services.cursors, { list: listTasks, scope: project.id, query });
    const { state: states, task_type: taskType, priority, assignee, label, updated_since: updatedSince } = query;
    const filter = { states, taskType, priority, assignee, label, updatedSince };
    const tasks = await services.reads.listTasks(project.id, filter, page);
    const { rows, pagination } = page.end(tasks, ({ createdAt, id }) => ({ at: createdAt, id }));
    return { tasks: rows.map((task) => presentTask(task, services.baseUrl)), pagination };
  },
);
