import { listApprovals } from '@slipway/contracts';
import { column, statusColumn, textColumn, timeColumn } from '../../output/columns.js';
import { defineList } from '../../resources/define-list.js';

export const command = defineList(listApprovals, {
  summary: 'List approvals, newest first',
  examples: [
    'slipway approval list --status pending',
    'slipway approval list --stage art_review --commit-sha 18231',
  ],
  columns: [
    column('ID', ({ id }) => id),
    statusColumn('STATUS', ({ status }) => status),
    textColumn('ASSET', ({ asset_name }) => asset_name),
    column('STAGE', ({ approval_stage }) => approval_stage),
    textColumn('COMMIT', ({ commit_sha }) => commit_sha),
    timeColumn('UPDATED', ({ updated_at }) => updated_at),
  ],
});
