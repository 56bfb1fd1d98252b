import { listReferences, ReferencePage } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, paging, project, text, updatedSince } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_references',
  title: 'List tracker items',
  description:
    'Lists items of external trackers (Jira, Linear, Trello, monday.com, Asana, GitHub issues) with the changes and ' +
    "tasks that mention them. Use it to look up a key such as GAME-123. Slipway's own tasks are in list_tasks.",
  toolset: 'tasks',
  endpoints: [listReferences],
  input: argumentsOf({
    project,
    provider: text('Only items of this tracker, such as jira.'),
    state: text("Only items in this state, in the tracker's own words."),
    key: text('Only items that have or had this key.'),
    updated_since: updatedSince,
    ...paging,
  }),
  output: ReferencePage,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(listReferences, { params, query, signal: context.signal });
    return { summary: `${data.references.length} tracker items, newest first.`, data };
  },
});
