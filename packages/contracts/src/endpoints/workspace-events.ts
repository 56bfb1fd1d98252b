import { describeEndpoint, typed } from '../endpoint.js';
import { daysBackParameter, eventTypesParameter, sinceParameter } from '../feed-parameters.js';
import { cursorParameter, limitParameter, textParameter } from '../parameters.js';
import { WorkspaceEventPage } from '../resources/workspace-event.js';

export const listWorkspaceEvents = describeEndpoint({
  name: 'listWorkspaceEvents',
  method: 'GET',
  path: '/v1/workspace/events',
  scope: 'read:workspace_events',
  summary: 'The activity of all projects of an account, newest first',
  description:
    'Needs the Team plan or higher. The first unfiltered page carries `rollup`; on every other page it is null.',
  query: {
    limit: limitParameter(),
    days_back: daysBackParameter(),
    since: sinceParameter(),
    event_type: eventTypesParameter('event_types'),
    event_types: eventTypesParameter('event_type'),
    project_id: textParameter('Only events of this project of the account, by numeric id.'),
    cursor: cursorParameter(),
    account_id: textParameter(
      "An account the caller belongs to, by prefixed or numeric id; the caller's default account unless given.",
    ),
  },
  response: typed<WorkspaceEventPage>(WorkspaceEventPage),
  errors: ['plan_required', 'not_found'],
});
