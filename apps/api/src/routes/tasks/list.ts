import { listTasks } from '@slipway/contracts';
import { closePage, openPage } from '../../paging.js';
import { presentTask } from '../../present/task.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(
  listTasks,
  async ({ project, query: { format: _, ...query }, services }) => {
    const page = openPage(services.cursors, listTasks, String(project.id), query);
    const filter = {
      states: query.state,
      taskType: query.task_type,
      priority: query.priority,
      assignee: query.assignee,
      label: query.label,
      updatedSince: query.updated_since,
    };
    const read = await services.reads.listTasks(project.id, filter, page);
    const { rows, pagination } = closePage(page, read, ({ createdAt, id }) => ({
      at: createdAt.getTime(),
      id: String(id),
    }));
    return { tasks: rows.map((task) => presentTask(task, services.baseUrl)), pagination };
  },
);
