import { ASSET_TYPES, AssetPage, listAssets } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { argumentsOf, limit, oneOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_assets',
  title: 'List assets',
  description:
    'Lists content files of a project with their approval status, newest first. With pending_approval, lists what waits ' +
    'for review. For the requests themselves (stage, commit, comments), use list_approvals.',
  toolset: 'assets',
  endpoints: [listAssets],
  input: argumentsOf({
    project,
    pending_approval: Type.Optional(Type.Boolean({ description: 'Only assets whose approval is pending.' })),
    asset_type: Type.Optional(oneOf(ASSET_TYPES, 'Only assets of this type.')),
    limit,
  }),
  output: AssetPage,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(listAssets, { params, query, signal: context.signal });
    return { summary: `${data.assets.length} assets, newest first.`, data };
  },
});
