import { ChangeDetail, getChange } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project, rowId } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_change',
  title: 'Get a change',
  description:
    'Returns one commit or changelist with its files, builds, approval counts, tasks and tracker items. Takes the id of ' +
    'the row, not the SHA or changelist number: find that with list_changes and identifier.',
  toolset: 'changes',
  endpoints: [getChange],
  input: argumentsOf({ project, change_id: rowId('The id of the change, from list_changes.') }),
  output: ChangeDetail,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const params = { project_id, id: input.change_id };
    const data = await context.client.call(getChange, { params, signal: context.signal });
    const files = data.files_available ? `${data.file_count ?? data.files.length} files` : 'no file list';
    return { summary: `Change ${data.id} with ${files} and ${data.build_runs.length} builds.`, data };
  },
});
