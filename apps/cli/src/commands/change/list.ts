import { listChanges } from '@slipway/contracts';
import { column, textColumn, timeColumn } from '../../output/columns.js';
import { defineList } from '../../resources/define-list.js';

export const command = defineList(listChanges, {
  summary: 'List commits and changelists, newest first',
  examples: [
    'slipway change list --source-type Changelist',
    'slipway change list --updated-since 2026-11-01 --orphaned',
    'slipway change list --identifier 18231',
  ],
  columns: [
    column('ID', ({ id }) => id),
    column('CHANGE', ({ display_identifier }) => display_identifier),
    textColumn('DESCRIPTION', ({ description }) => description),
    textColumn('AUTHOR', ({ author }) => author),
    column('FILES', ({ file_count }) => file_count),
    timeColumn('SUBMITTED', ({ timestamp }) => timestamp),
  ],
});
