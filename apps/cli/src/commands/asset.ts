import { Approval, type Decision, getAsset, listAssets, submitApproval } from '@slipway/contracts';
import { type AnyCommand, defineCommand } from '../define-command.js';
import { column, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { bodyOptions, readBody, type Wordings } from '../resources/body-options.js';
import { defineList } from '../resources/define-list.js';
import { defineView } from '../resources/define-view.js';

interface DecisionCommand {
  readonly summary: string;
  readonly verb: string;
  readonly decision: Decision;
}

/** The command is the decision. */
const WORDINGS: Wordings<typeof submitApproval.body> = { status: null, comments: { name: 'comment', short: 'c' } };

const columns = [
  statusColumn<Approval>('STATUS', ({ status }) => status),
  textColumn<Approval>('ASSET', ({ asset_name }) => asset_name),
  column<Approval>('STAGE', ({ approval_stage }) => approval_stage),
  column<Approval>('ID', ({ id }) => id),
];

function defineDecision({ summary, verb, decision }: DecisionCommand): AnyCommand {
  return defineCommand({
    summary,
    examples: [
      `slipway asset ${verb} 0197a3c0-5b7e-7c11-9a54-3f0a5be1c2d4 --comment "Checked in the editor."`,
      `slipway asset list --pending-approval --asset-type audio | cut -f1 | xargs slipway asset ${verb}`,
    ],
    project: true,
    json: fieldsOf(Approval),
    arguments: { ids: { description: 'ids of assets', many: true } },
    options: bodyOptions(submitApproval.body, WORDINGS),
    async run({ client, project, output }, { ids, ...input }) {
      const { id: projectId } = await project();
      const body = { ...readBody(submitApproval.body, WORDINGS, input), status: decision };
      const approvals: Approval[] = [];
      try {
        for (const id of ids) {
          const params = { project_id: projectId, asset_id: id };
          approvals.push(await (await client()).call(submitApproval, { params, body }));
        }
      } finally {
        // Decisions made before an error remain in effect, so show them in any case.
        if (approvals.length > 0) await output.list(approvals, { columns, empty: '' });
        const left = ids.slice(approvals.length);
        if (left.length > 0 && ids.length > 1) output.warn(`Not decided: ${left.join(' ')}`);
      }
    },
  });
}

export const approve = defineDecision({ summary: 'Approve assets', verb: 'approve', decision: 'approved' });

export const deny = defineDecision({ summary: 'Deny assets', verb: 'deny', decision: 'denied' });

export const ignore = defineDecision({
  summary: 'Dismiss assets without a decision',
  verb: 'ignore',
  decision: 'ignored',
});

export const list = defineList(listAssets, {
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

export const view = defineView(getAsset, {
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
