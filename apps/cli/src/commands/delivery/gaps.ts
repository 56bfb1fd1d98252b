import { listDeliveryGaps } from '@slipway/contracts';
import { column, textColumn, timeColumn } from '../../output/columns.js';
import { defineList } from '../../resources/define-list.js';

export const command = defineList(listDeliveryGaps, {
  summary: 'List build and changelist numbers that no webhook mentioned',
  examples: ['slipway delivery gaps --kind build_number --days 7'],
  columns: [
    column('KIND', ({ kind }) => kind),
    textColumn('SERIES', ({ series }) => series),
    column('FROM', ({ first_missing }) => first_missing),
    column('TO', ({ last_missing }) => last_missing),
    column('COUNT', ({ count }) => count),
    column('CERTAINTY', ({ certainty }) => certainty),
    timeColumn('AFTER', ({ before_at }) => before_at),
  ],
});
