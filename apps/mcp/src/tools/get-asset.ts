import { AssetDetail, getAsset } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project, uuid } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_asset',
  title: 'Get an asset',
  description: 'Returns one asset with the history of its approvals. Use it before you propose a decision.',
  toolset: 'assets',
  endpoints: [getAsset],
  input: argumentsOf({ project, asset_id: uuid('The id of the asset.') }),
  output: AssetDetail,
  async run({ project: reference, asset_id }, context) {
    const { project_id } = await findProject(reference, context);
    const data = await context.client.call(getAsset, { params: { project_id, asset_id }, signal: context.signal });
    const history = `${data.approvals_history.length} approvals in its history`;
    return { summary: `Asset ${data.id}: ${data.approval_status}, version ${data.version}, ${history}.`, data };
  },
});
