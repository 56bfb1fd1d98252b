import { listReferences } from '@slipway/contracts';
import { column, textColumn, timeColumn } from '../output/columns.js';
import { defineList } from '../resources/define-list.js';

export const list = defineList(listReferences, {
  summary: 'List tracker items that tasks and changes mention, newest first',
  examples: ['slipway reference list --provider jira', 'slipway reference list --key HARBOR-12 --json url'],
  noun: 'tracker items',
  columns: [
    column('KEY', ({ key }) => key),
    textColumn('TITLE', ({ title }) => title),
    column('STATE', ({ state }) => state),
    column('TRACKER', ({ provider }) => provider),
    column('TASKS', ({ task_ids }) => task_ids.join(' ')),
    timeColumn('UPDATED', ({ updated_at }) => updated_at),
  ],
});
