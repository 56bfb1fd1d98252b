import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { CursorPagination, orNull, Timestamp } from '../fields.js';
import { cursorParameter, limitParameter, textParameter, updatedSinceParameter } from '../parameters.js';

const group: EndpointGroup = {
  name: 'References',
  description: 'Items in external trackers that tasks and changes mention.',
};

/** A tracker item that changes and tasks mention by its key. */
export const Reference = Type.Object(
  {
    id: Type.Integer(),
    provider: Type.String(),
    key: Type.String(),
    title: Type.String(),
    state: Type.String(),
    url: Type.String(),
    assignee_user_id: orNull(Type.Integer()),
    updated_at: Timestamp,
    change_ids: Type.Array(Type.Integer()),
    task_ids: Type.Array(Type.Integer()),
  },
  { title: 'Reference' },
);
export type Reference = Static<typeof Reference>;

/** A tracker item as shown in the details of a task or change. */
export const LinkedReference = Type.Omit(Reference, ['change_ids', 'task_ids'], { title: 'LinkedReference' });
export type LinkedReference = Static<typeof LinkedReference>;

export const ReferencePage = Type.Object(
  { references: Type.Array(Reference), pagination: CursorPagination },
  { title: 'ReferencePage' },
);
export type ReferencePage = Static<typeof ReferencePage>;

export const listReferences = describeEndpoint({
  name: 'listReferences',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/references',
  scope: 'read:tasks',
  summary: 'List tracker items, newest first',
  query: {
    provider: textParameter('Only items of this tracker, such as jira.'),
    state: textParameter("Only items in this state, in the tracker's own words."),
    key: textParameter('Only items that have or had this key.'),
    updated_since: updatedSinceParameter(),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: ReferencePage,
});
