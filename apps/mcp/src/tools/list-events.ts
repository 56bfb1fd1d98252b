import { listAccounts, listWorkspaceEvents, WorkspaceEventPage } from '@slipway/contracts';
import { queryArguments } from '../contract-arguments.js';
import { defineTool, type ToolContext } from '../define-tool.js';
import { argumentsOf, text } from '../fields.js';
import { findProject } from '../find-project.js';

/** `event_type` is an alias of `event_types`, and the project may also be given by name. */
const { event_type: _, project_id: __, ...filters } = queryArguments(listWorkspaceEvents);

/** The account that a project belongs to; undefined if it is none of the user's. */
async function accountOf(project: string, { client, signal }: ToolContext): Promise<string | undefined> {
  const { accounts } = await client.call(listAccounts, { signal });
  const account = accounts.find(({ project_ids }) => project_ids.includes(project));
  return account === undefined ? undefined : String(account.id);
}

export const listEventsTool = defineTool({
  name: 'list_events',
  title: 'Read the workspace feed',
  description:
    'Lists what happened across all projects of an account, newest first: builds, changes, tasks, approvals and ' +
    'deployments. Use it for "what happened since yesterday". The account is that of the project, otherwise the default ' +
    'one. The first page without filters also has totals (rollup). Needs the Team plan.',
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
    const account = filtered.account_id ?? (project === undefined ? undefined : await accountOf(project, context));
    const query = { ...filtered, project_id: project, account_id: account };
    const data = await context.client.call(listWorkspaceEvents, { query, signal: context.signal });
    return { summary: `${data.events.length} events, newest first.`, data };
  },
});
