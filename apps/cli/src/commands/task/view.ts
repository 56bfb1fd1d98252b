import { getTask } from '@slipway/contracts';
import { defineView } from '../../resources/define-view.js';
import { showTask } from '../../resources/show-task.js';

export const command = defineView(getTask, {
  summary: 'Show a task with its links',
  examples: ['slipway task view 12', 'slipway task view 12 --web', 'slipway task view 12 --json state,links'],
  page: '/projects/$projectId/tasks/$taskId',
  async complete(client, projectId, task) {
    const { markBuildsOfTask } = await import('@slipway/client');
    return markBuildsOfTask(client, { projectId }, task);
  },
  view: showTask,
});
