import { describeEndpoint, typed } from '../endpoint.js';
import {
  cursorParameter,
  flagParameter,
  limitParameter,
  oneOf,
  textParameter,
  updatedSinceParameter,
} from '../parameters.js';
import { ChangeDetail, ChangePage } from '../resources/change.js';
import { SOURCE_TYPES } from '../values.js';

export const listChanges = describeEndpoint({
  name: 'listChanges',
  method: 'GET',
  path: '/v1/projects/:project_id/changes',
  scope: 'read:changes',
  summary: 'List changes, newest first',
  query: {
    identifier: textParameter('Only the change with exactly this SHA or changelist number.'),
    source_type: oneOf('source_type', SOURCE_TYPES, 'Only changes of this source.'),
    orphaned: flagParameter('Include orphaned changes.'),
    updated_since: updatedSinceParameter(),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: typed<ChangePage>(ChangePage),
});

export const getChange = describeEndpoint({
  name: 'getChange',
  method: 'GET',
  path: '/v1/projects/:project_id/changes/:id',
  scope: 'read:changes',
  summary: 'Get a change with its files, builds and approvals',
  description:
    'Files by path, at most 3,000 (`file_count` tells how many there are); the newest 50 builds of it, the latest ' +
    'first; orphaned changes too.',
  query: {},
  response: typed<ChangeDetail>(ChangeDetail),
});
