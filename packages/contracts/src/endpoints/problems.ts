import Type, { type Static } from 'typebox';
import { describeBody, describeField } from '../body.js';
import { choiceField, idField, nullableField, textField, timeField } from '../body-fields.js';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, CursorPagination, DigitsId, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { cursorParameter, limitParameter, oneOf } from '../parameters.js';
import { BUILD_STATUSES, MAX_SNOOZE_DAYS, PROBLEM_MARKS, PROBLEM_STATES, SNOOZE_ENDS } from '../values.js';

export const problemGroup: EndpointGroup = {
  name: 'Problems',
  description: 'Causes of failed builds, each with the builds it made fail.',
};

/** A change as a problem refers to it. */
export const ProblemChange = Type.Object(
  {
    id: Type.Integer(),
    identifier: Type.String(),
    display_identifier: Type.String(),
    author_user_id: orNull(Type.Integer()),
  },
  { title: 'ProblemChange' },
);
export type ProblemChange = Static<typeof ProblemChange>;

/** A person or a group who should look at a problem. */
export const ProblemLook = Type.Object(
  {
    user_id: orNull(Type.Integer()),
    group_id: orNull(Type.Integer()),
    group: orNull(Type.String({ description: 'The name of the group.' })),
    score: Type.Number({ description: 'From 0 to 1.' }),
    reasons: Type.Array(Type.String()),
  },
  { title: 'ProblemLook' },
);
export type ProblemLook = Static<typeof ProblemLook>;

const fields = {
  id: DigitsId,
  project_id: DigitsId,
  title: Type.String({ description: 'One line that names the cause.' }),
  message: Type.String({ description: 'The line of the newest log that explains the cause.' }),
  category: Type.String(),
  tool: Type.String({ description: 'The kind of tool that reported the failure.' }),
  file: orNull(Type.String()),
  symbol: orNull(Type.String()),
  test: orNull(Type.String()),
  /** The test whose failures it is, if reports name it. */
  test_id: orNull(DigitsId),
  state: anyOf(PROBLEM_STATES),
  mark: orNull(anyOf(PROBLEM_MARKS)),
  seen_count: Type.Integer({ description: 'How many builds it has made fail, or its test has failed in.' }),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  jobs: Type.Array(Type.String()),
  branches: Type.Array(Type.String()),
  suspected_change: orNull(ProblemChange),
  likely_fix: orNull(ProblemChange),
  assignee_user_id: orNull(Type.Integer()),
  /** Both are null if it is not snoozed. */
  snoozed_until: MaybeTimestamp,
  snooze_ends: orNull(anyOf(SNOOZE_ENDS)),
  note: Type.String(),
  task_id: orNull(Type.Integer()),
  regressions: Type.Integer({ description: 'How often it came back after it was resolved.' }),
  reopened_at: MaybeTimestamp,
  resolved_at: MaybeTimestamp,
  passes_since_last_failure: Type.Integer({
    description: 'Counted up to three. After three passes of every job that showed it, the problem is resolved.',
  }),
  first_build_run_id: orNull(DigitsId),
  last_build_run_id: orNull(DigitsId),
  updated_at: Timestamp,
  urls: Type.Object({ web: Type.String() }),
};

export const Problem = Type.Object(fields, { title: 'Problem' });
export type Problem = Static<typeof Problem>;

export const ProblemBuild = Type.Object(
  {
    id: DigitsId,
    status: anyOf(BUILD_STATUSES),
    ci_job_name: Type.String(),
    build_number: Type.String(),
    branch: Type.String(),
    commit_hash: Type.String(),
    changelist: Type.String(),
    failed_at: Timestamp,
  },
  { title: 'ProblemBuild' },
);
export type ProblemBuild = Static<typeof ProblemBuild>;

/** How many builds a problem made fail on a day. */
export const ProblemDay = Type.Object(
  { day: Type.String({ format: 'date', description: 'In UTC.' }), count: Type.Integer() },
  { title: 'ProblemDay' },
);
export type ProblemDay = Static<typeof ProblemDay>;

/** Whom or what an open problem waits for. */
export const ProblemWaitsFor = Type.Object(
  {
    user_id: orNull(Type.Integer()),
    group_id: orNull(Type.Integer({ description: 'The group that owns what failed.' })),
    since: Timestamp,
    sentence: Type.String(),
  },
  { title: 'ProblemWaitsFor' },
);
export type ProblemWaitsFor = Static<typeof ProblemWaitsFor>;

export const ProblemDetail = Type.Object(
  {
    ...fields,
    build_runs: Type.Array(ProblemBuild, { description: 'The newest 50 builds that it made fail.' }),
    days: Type.Array(ProblemDay, { description: 'The days of the last 30 on which it made a build fail.' }),
    should_look: Type.Array(ProblemLook, {
      description: 'Of an open problem: who should look at it, the best first.',
    }),
    waits_for: orNull(ProblemWaitsFor),
  },
  { title: 'ProblemDetail' },
);
export type ProblemDetail = Static<typeof ProblemDetail>;

export const ProblemPage = Type.Object(
  { problems: Type.Array(Problem), pagination: CursorPagination },
  { title: 'ProblemPage' },
);
export type ProblemPage = Static<typeof ProblemPage>;

export const listProblems = describeEndpoint({
  name: 'listProblems',
  group: problemGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/problems',
  scope: 'read:builds',
  summary: 'List problems, last seen first',
  description:
    'Builds that fail of the same cause belong to one problem. It resolves itself after three passes of every job that ' +
    'showed it, and opens again when it comes back. A test that fails, and is neither flaky nor muted, is a problem too; ' +
    'that is resolved as soon as the test passes again wherever it failed.',
  query: {
    state: oneOf('state', PROBLEM_STATES, 'Only problems in this state.'),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: ProblemPage,
});

export const getProblem = describeEndpoint({
  name: 'getProblem',
  group: problemGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/problems/:problem_id',
  scope: 'read:builds',
  summary: 'Get a problem with its builds',
  response: ProblemDetail,
});

const MAX_NOTE = 2_000;

export const problemFields = {
  state: describeField(choiceField(PROBLEM_STATES), 'The state.'),
  mark: describeField(nullableField(choiceField(PROBLEM_MARKS)), 'Null for an ordinary failure.'),
  assignee_user_id: describeField(nullableField(idField()), 'The member who takes it; null for nobody.'),
  note: describeField(textField({ max: MAX_NOTE }), 'Replaces the note.'),
  snoozed_until: describeField(
    nullableField(timeField()),
    `Until when it is snoozed, at most ${MAX_SNOOZE_DAYS} days; null ends that.`,
  ),
  snooze_ends: describeField(
    choiceField(SNOOZE_ENDS),
    'next_change: a failure on a newer revision ends it earlier.',
  ),
};

export const editProblem = describeEndpoint({
  name: 'editProblem',
  group: problemGroup,
  method: 'PATCH',
  path: '/v1/projects/:project_id/problems/:problem_id',
  scope: 'write:problems',
  summary: 'Resolve, ignore, snooze, assign or mark a problem',
  description: 'Changes only the fields that are sent.',
  body: describeBody(null, problemFields, { state: 'ignored', mark: 'flaky' }),
  response: ProblemDetail,
  writes: true,
});
