import {
  EVENT_TYPE_WILDCARDS,
  EVENT_TYPES,
  listWorkspaceEvents,
  MAX_FEED_DAYS,
  WorkspaceEventPage,
} from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { argumentsOf, paging, someOf, text } from '../fields.js';
import { findProject } from '../find-project.js';

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
    event_types: Type.Optional(
      someOf(
        [...EVENT_TYPES, ...EVENT_TYPE_WILDCARDS],
        'Only these types; build_run.* matches every type with that prefix.',
      ),
    ),
    days_back: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_FEED_DAYS,
        description: 'How many days to look back; 7 unless set.',
      }),
    ),
    since: text('An ISO 8601 time with an offset, such as 2026-11-15T09:00:00Z; replaces days_back.'),
    account_id: text("The account, by id; the user's default account unless set."),
    ...paging,
  }),
  output: WorkspaceEventPage,
  async run({ project: reference, event_types, ...query }, context) {
    const project = reference === undefined ? undefined : (await findProject(reference, context)).project_id;
    const request = { query: { ...query, event_types: event_types?.join(','), project_id: project } };
    const data = await context.client.call(listWorkspaceEvents, { ...request, signal: context.signal });
    return { summary: `${data.events.length} events, newest first.`, data };
  },
});
