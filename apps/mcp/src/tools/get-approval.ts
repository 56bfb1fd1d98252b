import { Approval, getApproval } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project, uuid } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_approval',
  title: 'Get an approval',
  description: 'Returns one approval record by its id. To see all approvals of an asset, use get_asset.',
  toolset: 'assets',
  endpoints: [getApproval],
  input: argumentsOf({ project, approval_id: uuid('The id of the approval.') }),
  output: Approval,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const params = { project_id, id: input.approval_id };
    const data = await context.client.call(getApproval, { params, signal: context.signal });
    return { summary: `Approval ${data.id} is ${data.status}.`, data };
  },
});
