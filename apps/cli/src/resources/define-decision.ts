import { Approval, type Decision, submitApproval } from '@slipway/contracts';
import { type AnyCommand, defineCommand } from '../define-command.js';
import { column, statusColumn, textColumn } from '../output/columns.js';
import { fieldsOf } from '../output/fields.js';
import { bodyOptions, readBody, type Wordings } from './body-options.js';

interface DecisionCommand {
  readonly summary: string;
  readonly examples: readonly string[];
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

/** Declares a command that decides on assets. */
export function defineDecision({ decision, ...rest }: DecisionCommand): AnyCommand {
  return defineCommand({
    ...rest,
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
