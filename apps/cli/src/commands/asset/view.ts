import { getAsset } from '@slipway/contracts';
import { defineView } from '../../resources/define-view.js';

export const command = defineView(getAsset, {
  summary: 'Show an asset with its approval history',
  examples: [
    'slipway asset view 0197a3c0-5b7e-7c11-9a54-3f0a5be1c2d4',
    'slipway asset view 0197a3c0-5b7e-7c11-9a54-3f0a5be1c2d4 --json approvals_history',
  ],
  page: '/projects/$projectId/assets/$assetId',
  view: (asset) => ({
    title: asset.name,
    details: [
      { label: 'id', value: asset.id },
      { label: 'path', value: asset.path },
      { label: 'type', value: asset.asset_type },
      { label: 'approval', value: asset.approval_status, as: 'status' },
      { label: 'version', value: asset.version },
      { label: 'created', value: asset.created_at, as: 'time' },
      { label: 'updated', value: asset.updated_at, as: 'time' },
    ],
    sections: [
      {
        heading: 'Approvals',
        lines: asset.approvals_history.map(({ status, approver_user_id, decided_at, comments }) =>
          [status, decided_at ?? '', approver_user_id === null ? '' : `user:${approver_user_id}`, comments]
            .filter((part) => part !== '')
            .join('  '),
        ),
      },
    ],
  }),
});
