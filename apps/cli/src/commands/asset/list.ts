import { listAssets } from '@slipway/contracts';
import { column, statusColumn, textColumn, timeColumn } from '../../output/columns.js';
import { defineList } from '../../resources/define-list.js';

export const command = defineList(listAssets, {
  summary: 'List assets, newest first',
  examples: ['slipway asset list --pending-approval', 'slipway asset list --asset-type texture --limit 50'],
  columns: [
    column('ID', ({ id }) => id),
    textColumn('PATH', ({ path }) => path),
    column('TYPE', ({ asset_type }) => asset_type),
    statusColumn('APPROVAL', ({ approval_status }) => approval_status),
    column('VERSION', ({ version }) => version),
    timeColumn('UPDATED', ({ updated_at }) => updated_at),
  ],
});
