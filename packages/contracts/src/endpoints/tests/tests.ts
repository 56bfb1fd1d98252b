import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../../endpoint.js';
import { anyOf, DigitsId, MaybeTimestamp, orNull, Timestamp } from '../../fields.js';
import { TEST_FILTERS } from '../../list-filters.js';
import { cursorParameter, limitParameter, textParameter } from '../../parameters.js';
import { TEST_STATUSES, TEST_VERDICTS } from '../../values.js';
import { Problem } from '../problems.js';

export const testGroup: EndpointGroup = {
  name: 'Tests',
  description: 'Results of tests, by build and by test, with verdicts on tests that fail now and then.',
};

/** `PS5, Shipping`; empty if the reports name no variant. */
export const variantLabel = Type.String({
  description: 'Where it ran, such as `PS5, Shipping`; empty if no report says.',
});

/** After the items of a page of the tests. */
export const nextPage = { next_cursor: orNull(Type.String()), has_more: Type.Boolean() };
export const pageCursor = () => ({
  ...cursorParameter(),
  description: 'The `next_cursor` of the previous page, unchanged.',
});

const testFields = {
  id: DigitsId,
  suite: Type.String(),
  path: Type.String(),
  name: Type.String(),
  verdict: anyOf(TEST_VERDICTS),
  flake_rate: Type.Number({
    description: 'The share of attempts that fail on good code; 0 unless it is or was flaky.',
  }),
  last_status: orNull(anyOf(TEST_STATUSES)),
  last_run_at: MaybeTimestamp,
  owner_user_id: orNull(Type.Integer({ description: 'Who is to mend it while it is muted.' })),
  muted_until: MaybeTimestamp,
};

/** What a test shows where it is not one of a page of the REST API. */
export const furtherTestFields = {
  last_failed_at: MaybeTimestamp,
  duration_ms: orNull(Type.Integer({ description: 'Of its last run, on the slowest variant.' })),
};

export const ProjectTest = Type.Object(testFields, { title: 'ProjectTest' });
export type ProjectTest = Static<typeof ProjectTest>;

export const TestHistoryEntry = Type.Object(
  {
    build_run_id: DigitsId,
    build_number: Type.String(),
    status: anyOf(TEST_STATUSES),
    retried: Type.Boolean({ description: 'Whether it also failed or passed in an earlier attempt.' }),
    duration_ms: orNull(Type.Integer()),
    commit_hash: Type.String(),
    changelist: Type.String(),
    branch: Type.String(),
    infrastructure: Type.Boolean({ description: 'Whether the run failed as a whole, and counts for no test.' }),
    started_at: Timestamp,
  },
  { title: 'TestHistoryEntry' },
);
export type TestHistoryEntry = Static<typeof TestHistoryEntry>;

export const TestVariantDetail = Type.Object(
  {
    variant: variantLabel,
    verdict: anyOf(TEST_VERDICTS),
    explanation: Type.String({ description: 'The verdict as a sentence, with its reason.' }),
    flake_rate: Type.Number(),
    since: MaybeTimestamp,
    history: Type.Array(TestHistoryEntry, { description: 'The newest 100 runs, newest first.' }),
  },
  { title: 'TestVariantDetail' },
);
export type TestVariantDetail = Static<typeof TestVariantDetail>;

export const TestFailureDetail = Type.Object(
  {
    build_run_id: DigitsId,
    build_number: Type.String(),
    variant: variantLabel,
    attempt: Type.Integer(),
    kind: Type.String(),
    message: Type.String(),
    details: Type.String(),
    output: Type.String(),
    file: orNull(Type.String()),
    line: orNull(Type.Integer()),
    started_at: Timestamp,
  },
  { title: 'TestFailureDetail' },
);
export type TestFailureDetail = Static<typeof TestFailureDetail>;

/** The problem that a test is, since it failed steadily. */
const ProblemOfTest = Type.Pick(Problem, ['id', 'state', 'seen_count', 'assignee_user_id'], {
  title: 'ProblemOfTest',
});

export const TestDetail = Type.Object(
  {
    ...testFields,
    ...furtherTestFields,
    problem: orNull(ProblemOfTest),
    mute_reason: orNull(Type.String()),
    variants: Type.Array(TestVariantDetail),
    failures: Type.Array(TestFailureDetail, {
      description: 'The newest 10 failed attempts, or those in the build, newest first.',
    }),
  },
  { title: 'TestDetail' },
);
export type TestDetail = Static<typeof TestDetail>;

export const listTests = describeEndpoint({
  name: 'listTests',
  group: testGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/tests',
  scope: 'read:builds',
  summary: 'List the tests of a project',
  query: {
    ...TEST_FILTERS,
    limit: limitParameter(),
    cursor: pageCursor(),
  },
  response: Type.Object({ tests: Type.Array(ProjectTest), ...nextPage }, { title: 'TestPage' }),
});

export const getTest = describeEndpoint({
  name: 'getTest',
  group: testGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/tests/:test_id',
  scope: 'read:builds',
  summary: 'Get a test with its history on each variant',
  query: { build_run_id: textParameter('List the failures in this build instead of the newest ones.') },
  response: TestDetail,
});
