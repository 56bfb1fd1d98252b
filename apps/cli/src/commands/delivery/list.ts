import { listDeliveries } from '@slipway/contracts';
import { column, statusColumn, textColumn, timeColumn } from '../../output/columns.js';
import { defineList } from '../../resources/define-list.js';

export const command = defineList(listDeliveries, {
  summary: 'List webhooks and their outcomes, newest first',
  examples: [
    'slipway delivery list --outcome rejected,dead',
    'slipway delivery list --provider github --event push --since 2026-11-14',
  ],
  columns: [
    column('ID', ({ id }) => id),
    statusColumn('OUTCOME', ({ outcome }) => outcome),
    column('PROVIDER', ({ provider }) => provider),
    textColumn('EVENT', ({ event }) => event),
    textColumn('REASON', ({ reason }) => reason),
    timeColumn('RECEIVED', ({ received_at }) => received_at),
  ],
});
