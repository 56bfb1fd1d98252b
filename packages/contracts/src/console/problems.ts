import Type, { type Static } from 'typebox';
import { describeBody } from '../body.js';
import { idField, nullableField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { Problem, ProblemDay, ProblemDetail, ProblemWaitsFor, problemFields } from '../endpoints/problems.js';
import { CursorPagination, DigitsId, orNull } from '../fields.js';
import { PROBLEM_FILTERS } from '../list-filters.js';
import { cursorParameter, limitParameter, timeZoneParameter } from '../parameters.js';

const people = {
  /** The names of the assignee and of the author of the suspected change, if they belong to the account. */
  assignee: orNull(Type.String()),
  suspect: orNull(Type.String()),
};

/** Whom or what an open problem waits for, with the names of people. A list knows only who took it, or its snooze. */
const waits_for = orNull(ProblemWaitsFor);

/** A problem as the console lists it. */
export const ConsoleProblem = Type.Object({
  ...Problem.properties,
  ...people,
  waits_for,
  /** The days of the last 30 on which it made a build fail. */
  days: Type.Array(ProblemDay),
});
export type ConsoleProblem = Static<typeof ConsoleProblem>;

/** A problem with everything that its page shows. */
export const ConsoleProblemDetail = Type.Object({
  ...ProblemDetail.properties,
  ...people,
  /** The first build that passed after the last failure, when the problem was last resolved. */
  fix_build_run_id: orNull(DigitsId),
  /** Who resolved it; null if passing builds did. */
  resolved_by: orNull(Type.String()),
});
export type ConsoleProblemDetail = Static<typeof ConsoleProblemDetail>;

export const listConsoleProblems = describeConsole({
  name: 'listConsoleProblems',
  method: 'GET',
  path: '/projects/:project_id/problems',
  query: {
    ...PROBLEM_FILTERS,
    time_zone: timeZoneParameter(),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: Type.Object({ problems: Type.Array(ConsoleProblem), pagination: CursorPagination }),
});

export const getConsoleProblem = describeConsole({
  name: 'getConsoleProblem',
  method: 'GET',
  path: '/projects/:project_id/problems/:problem_id',
  query: { time_zone: timeZoneParameter() },
  response: ConsoleProblemDetail,
});

export const updateProblem = describeConsole({
  name: 'updateProblem',
  method: 'PATCH',
  path: '/projects/:project_id/problems/:problem_id',
  writes: true,
  query: { time_zone: timeZoneParameter() },
  body: describeBody(
    null,
    { ...problemFields, task_id: nullableField(idField()) },
    { state: 'ignored', mark: 'flaky' },
  ),
  response: ConsoleProblemDetail,
});
