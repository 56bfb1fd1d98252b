import { ChangePage, listChanges, SOURCE_TYPES } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { argumentsOf, oneOf, paging, project, text, updatedSince } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Lists commits and changelists of a project, newest first. Use it to see what was submitted lately, or with ' +
    'identifier to find one by its full SHA or changelist number. For its files and builds, use get_change.',
  toolset: 'changes',
  endpoints: [listChanges],
  input: argumentsOf({
    project,
    identifier: text('Only the change with exactly this SHA or changelist number.'),
    source_type: Type.Optional(oneOf(SOURCE_TYPES, 'Only changes of this source.')),
    orphaned: Type.Optional(
      Type.Boolean({ description: 'Include changes that a forced push removed from their branch.' }),
    ),
    updated_since: updatedSince,
    ...paging,
  }),
  output: ChangePage,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(listChanges, { params, query, signal: context.signal });
    return { summary: `${data.changes.length} changes, newest first.`, data };
  },
});
