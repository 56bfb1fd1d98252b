import { listTasks } from '@slipway/contracts';
import { column, statusColumn, textColumn, timeColumn } from '../../output/columns.js';
import { describeAssignee } from '../../resources/assignee.js';
import { defineList } from '../../resources/define-list.js';

export const command = defineList(listTasks, {
  summary: 'List tasks, newest first',
  examples: [
    'slipway task list --state to_do,blocked --priority critical',
    'slipway task list --assignee handle:cook-agent --limit 100',
    'slipway task list --json id,title --jq ".[].title"',
  ],
  columns: [
    column('ID', ({ id }) => id),
    textColumn('TITLE', ({ title }) => title),
    statusColumn('STATE', ({ state }) => state),
    column('TYPE', ({ task_type }) => task_type),
    statusColumn('PRIORITY', ({ priority }) => priority),
    column('ASSIGNEE', describeAssignee),
    timeColumn('UPDATED', ({ updated_at }) => updated_at),
  ],
});
