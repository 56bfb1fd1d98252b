import Type, { type Static } from 'typebox';
import { describeConsole, ROLES } from '../console-endpoint.js';
import { anyOf } from '../fields.js';

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
