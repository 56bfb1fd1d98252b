import { getApproval } from '@slipway/contracts';
import { defineView } from '../../resources/define-view.js';

export const command = defineView(getApproval, {
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
