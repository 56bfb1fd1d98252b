import { getApproval, listApprovals } from '@slipway/contracts';
import { column, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { defineList } from '../resources/define-list.js';
import { defineView } from '../resources/define-view.js';

export const list = defineList(listApprovals, {
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

export const view = defineView(getApproval, {
  summary: 'Show an approval',
  examples: ['slipway approval view 0197a3c0-61d2-7e0f-8c3b-20d9c1a7f5e8'],
  view: (approval) => ({
    title: approval.asset_name,
    details: [
      { label: 'id', value: approval.id },
      { label: 'status', value: approval.status, as: 'status' },
      { label: 'stage', value: approval.approval_stage },
      { label: 'type', value: approval.approval_type },
      { label: 'asset', value: `${approval.asset_id} version ${approval.asset_version}` },
      { label: 'commit', value: approval.commit_sha },
      {
        label: 'approver',
        value: approval.approver_user_id === null ? null : `user:${approval.approver_user_id}`,
      },
      { label: 'decided', value: approval.decided_at, as: 'time' },
      { label: 'created', value: approval.created_at, as: 'time' },
    ],
    sections: [{ heading: 'Comments', lines: approval.comments === '' ? [] : [approval.comments] }],
  }),
});
