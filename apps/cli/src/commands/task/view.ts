import { getTask, TaskDetail } from '@slipway/contracts';
import { defineView } from '../../resources/define-view.js';
import { showTask } from '../../resources/show-task.js';

export const command = defineView({
  summary: 'Show a task with its links',
  examples: ['slipway task view 12', 'slipway task view 12 --web', 'slipway task view 12 --json state,links'],
  contract: getTask,
  param: 'id',
  schema: TaskDetail,
  page: 'tasks',
  view: showTask,
});
