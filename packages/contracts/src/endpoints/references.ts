import { describeEndpoint, typed } from '../endpoint.js';
import { cursorParameter, limitParameter, textParameter, updatedSinceParameter } from '../parameters.js';
import { ReferencePage } from '../resources/reference.js';

export const listReferences = describeEndpoint({
  name: 'listReferences',
  method: 'GET',
  path: '/v1/projects/:project_id/references',
  scope: 'read:tasks',
  summary: 'List tracker items, newest first',
  query: {
    provider: textParameter('Only items of this tracker.'),
    state: textParameter("Only items in this state, in the tracker's own words."),
    key: textParameter('Only items that have or had this key.'),
    updated_since: updatedSinceParameter(),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: typed<ReferencePage>(ReferencePage),
});
