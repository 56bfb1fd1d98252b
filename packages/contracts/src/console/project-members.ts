import Type, { type Static } from 'typebox';
import { userIdField } from '../assignee.js';
import { describeBody } from '../body.js';
import { describeConsole, ROLES } from '../console-endpoint.js';
import { anyOf, Timestamp } from '../fields.js';

/** A person who works on a project. */
export const ProjectMember = Type.Object({
  user_id: Type.Integer(),
  name: Type.String(),
  /** Their role in the account, which decides what they may change. */
  account_role: anyOf(ROLES),
  /** The tools in which they have a connected login: changes and builds by these logins are theirs. */
  connected_providers: Type.Array(Type.String()),
  open_tasks: Type.Integer(),
  joined_at: Timestamp,
});
export type ProjectMember = Static<typeof ProjectMember>;

export const listProjectMembers = describeConsole({
  name: 'listProjectMembers',
  method: 'GET',
  path: '/projects/:project_id/members',
  response: Type.Object({
    members: Type.Array(ProjectMember),
    /** People in the account who are not members of the project. */
    candidates: Type.Array(Type.Object({ user_id: Type.Integer(), name: Type.String() })),
    /** The agents that tasks are assigned to. */
    handles: Type.Array(Type.String()),
  }),
});

export const addProjectMember = describeConsole({
  name: 'addProjectMember',
  method: 'POST',
  path: '/projects/:project_id/members',
  role: 'owner',
  audit: 'project.add_member',
  writes: true,
  body: describeBody(null, { user_id: userIdField() }, { user_id: 2 }),
});

export const removeProjectMember = describeConsole({
  name: 'removeProjectMember',
  method: 'DELETE',
  path: '/projects/:project_id/members/:user_id',
  role: 'owner',
  audit: 'project.remove_member',
  writes: true,
});

/** A member of a project, as the other members see them. */
export const Person = Type.Object({ user_id: Type.Integer(), name: Type.String(), role: anyOf(ROLES) });
export type Person = Static<typeof Person>;

export const listProjectPeople = describeConsole({
  name: 'listProjectPeople',
  method: 'GET',
  path: '/projects/:project_id/people',
  response: Type.Object({
    people: Type.Array(Person),
    /** The agents that tasks are assigned to. */
    handles: Type.Array(Type.String()),
  }),
});
