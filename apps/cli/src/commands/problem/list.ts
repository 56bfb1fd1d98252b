import { listProblems } from '@slipway/contracts';
import { column, textColumn, timeColumn } from '../../output/columns.js';
import { defineList } from '../../resources/define-list.js';

export const command = defineList(listProblems, {
  summary: 'List causes of failed builds, last seen first',
  examples: ['slipway problem list --state open', 'slipway problem list --json id,title,seen_count'],
  columns: [
    column('ID', ({ id }) => id),
    column('STATE', ({ state }) => state),
    textColumn('TITLE', ({ title }) => title),
    column('SEEN', ({ seen_count }) => seen_count),
    column('MARK', ({ mark }) => mark),
    timeColumn('LAST SEEN', ({ last_seen_at }) => last_seen_at),
  ],
});
