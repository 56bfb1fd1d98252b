import Type, { type Static } from 'typebox';
import { CursorPagination, orNull, Timestamp } from '../fields.js';

/** A tracker item that changes and tasks name by its key. */
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

/** A tracker item as the detail of a task or change shows it. */
export const LinkedReference = Type.Omit(Reference, ['change_ids', 'task_ids'], { title: 'LinkedReference' });
export type LinkedReference = Static<typeof LinkedReference>;

export const ReferencePage = Type.Object(
  { references: Type.Array(Reference), pagination: CursorPagination },
  { title: 'ReferencePage' },
);
export type ReferencePage = Static<typeof ReferencePage>;
