import { listWorkspaceEvents, WorkspaceEventPage } from '@slipway/contracts';
import { queryArguments } from '../contract-arguments.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, text } from '../fields.js';
import { findProject } from '../find-project.js';

/** `event_type` is an alias of `event_types`, and the project may also be given by name. */
const { event_type: _, project_id: __, ...filters } = queryArguments(listWorkspaceEvents);

export const tool = defineTool({
  name: 'list_events',
  title: 'Read the workspace feed',
  description:
    'Lists what happened across all projects of an account, newest first: builds, changes, tasks, approvals and ' +
    'deployments. Use it for "what happened since yesterday". The first page without filters also has totals (rollup). ' +
    'Needs the Team plan.',
  toolset: 'feed',
  endpoints: [listWorkspaceEvents],
  input: argumentsOf({
    project: text('Only events of this project, by id or exact name.'),
    ...filters,
    since: text('An ISO 8601 time with an offset, such as 2026-11-15T09:00:00Z; replaces days_back.'),
  }),
  output: WorkspaceEventPage,
  async run({ project: reference, ...filtered }, context) {
    const project = reference === undefined ? undefined : (await findProject(reference, context)).project_id;
    const query = { ...filtered, project_id: project };
    const data = await context.client.call(listWorkspaceEvents, { query, signal: context.signal });
    return { summary: `${data.events.length} events, newest first.`, data };
  },
});
