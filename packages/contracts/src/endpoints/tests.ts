import Type, { type Static } from 'typebox';
import { describeBody, describeField, required } from '../body.js';
import { idField, textField, timeField } from '../body-fields.js';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, DigitsId, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { TEST_FILTERS } from '../list-filters.js';
import { cursorParameter, flagParameter, limitParameter, oneOf, textParameter } from '../parameters.js';
import { FAILURE_CLASSES, TEST_STATUSES, TEST_VERDICTS } from '../values.js';

const group: EndpointGroup = {
  name: 'Tests',
  description: 'Results of tests, by build and by test, with verdicts on tests that fail now and then.',
};

/** `PS5, Shipping`; empty if the reports name no variant. */
const variantLabel = Type.String({
  description: 'Where it ran, such as `PS5, Shipping`; empty if no report says.',
});

export const BuildTest = Type.Object(
  {
    id: DigitsId,
    suite: Type.String(),
    path: Type.String({ description: 'Class, namespace or package.' }),
    name: Type.String(),
    variant: variantLabel,
    status: anyOf(TEST_STATUSES),
    duration_ms: orNull(Type.Integer()),
    message: Type.String({ description: 'The first lines of its last failure; empty unless it failed.' }),
    verdict: anyOf(TEST_VERDICTS),
    muted: Type.Boolean(),
    failure: Type.Optional(orNull(anyOf(FAILURE_CLASSES))),
    explanation: Type.Optional(
      Type.String({ description: 'The verdict as a sentence, with its reason; empty unless it failed.' }),
    ),
  },
  { title: 'BuildTest' },
);
export type BuildTest = Static<typeof BuildTest>;

export const BuildTestSummary = Type.Object(
  {
    total: Type.Integer(),
    passed: Type.Integer(),
    failed: Type.Integer({ description: 'Failed an assertion.' }),
    errored: Type.Integer({ description: 'Crashed, timed out, or failed with an unexpected error.' }),
    skipped: Type.Integer(),
    flaky: Type.Integer({ description: 'Failures of tests that are known to be flaky.' }),
    muted: Type.Integer({ description: 'Failures of muted tests.' }),
    new_failures: Type.Integer({
      description: 'Other failures of tests that did not fail in the previous run of their suite on the branch.',
    }),
    duration_ms: Type.Optional(Type.Integer({ description: 'How long its tests took, one after the other.' })),
  },
  { title: 'BuildTestSummary' },
);
export type BuildTestSummary = Static<typeof BuildTestSummary>;

const nextPage = { next_cursor: orNull(Type.String()), has_more: Type.Boolean() };
const pageCursor = () => ({
  ...cursorParameter(),
  description: 'The `next_cursor` of the previous page, unchanged.',
});

export const listBuildTests = describeEndpoint({
  name: 'listBuildTests',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/tests',
  scope: 'read:builds',
  summary: 'List the tests of a build, failures first',
  description: 'The summary counts all tests of the build, whatever the filters are.',
  query: {
    status: oneOf('status', TEST_STATUSES, 'Only tests in this status.'),
    suite: TEST_FILTERS.suite,
    detailed: flagParameter('Adds `failure` and `explanation` to each test, and `duration_ms` to the summary.'),
    limit: limitParameter(),
    cursor: pageCursor(),
  },
  response: Type.Object(
    { summary: BuildTestSummary, tests: Type.Array(BuildTest), ...nextPage },
    { title: 'BuildTestPage' },
  ),
});

const GatedTest = Type.Pick(
  BuildTest,
  ['id', 'suite', 'path', 'name', 'variant', 'status', 'verdict', 'message'],
  {
    title: 'GatedTest',
  },
);
export type GatedTest = Static<typeof GatedTest>;

export const TestGate = Type.Object(
  {
    passed: Type.Boolean(),
    reasons: Type.Array(Type.String(), { description: 'Why it did not pass; empty if it did.' }),
    failures: Type.Array(GatedTest, { description: 'Failures that keep it from passing; at most 200.' }),
    muted: Type.Array(GatedTest, { description: 'Failures of muted tests; at most 200.' }),
    flaky: Type.Array(GatedTest, { description: 'Failures of tests known to be flaky; at most 200.' }),
  },
  { title: 'TestGate' },
);
export type TestGate = Static<typeof TestGate>;

export const getTestGate = describeEndpoint({
  name: 'getTestGate',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/test_gate',
  scope: 'read:builds',
  summary: 'Ask whether the tests let a build pass',
  description:
    'Passes only if every failure is of a muted test or of one known to be flaky, within the limit that the project ' +
    'sets. Does not pass without results, nor without those of a suite that `suites`, or `expects_tests` of the ' +
    'build’s reports, names.',
  query: { suites: textParameter('Suites that must have reported. Comma-separated.') },
  response: TestGate,
});

export const TestGateRule = Type.Object(
  {
    max_flaky_failures: Type.Integer({
      description: 'The most failures of flaky tests with which a build passes.',
    }),
    unmuted_branches: Type.Array(Type.String(), {
      description: 'Branches on which mutes do not count; `*` stands for any characters.',
    }),
  },
  { title: 'TestGateRule' },
);
export type TestGateRule = Static<typeof TestGateRule>;

export const getTestGateRule = describeEndpoint({
  name: 'getTestGateRule',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/test_gate',
  scope: 'read:builds',
  summary: 'Get what the project’s test gate allows',
  response: TestGateRule,
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
    reported_at: Timestamp,
  },
  { title: 'TestFailureDetail' },
);
export type TestFailureDetail = Static<typeof TestFailureDetail>;

export const TestDetail = Type.Object(
  {
    ...testFields,
    ...furtherTestFields,
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
  group,
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
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/tests/:test_id',
  scope: 'read:builds',
  summary: 'Get a test with its history on each variant',
  query: { build_run_id: textParameter('List the failures in this build instead of the newest ones.') },
  response: TestDetail,
});

/** Days that a mute lasts at most, and unless it says otherwise. */
export const MAX_MUTE_DAYS = 14;
const MAX_REASON = 500;

export const muteTest = describeEndpoint({
  name: 'muteTest',
  group,
  method: 'POST',
  path: '/v1/projects/:project_id/tests/:test_id/mute',
  scope: 'write:tests',
  summary: 'Mute a test',
  description:
    `A muted test still runs, but its failures count nowhere. A mute ends after ${MAX_MUTE_DAYS} days, or earlier if ` +
    'the test is mended. A broken test cannot be muted, and at most 5 % of a project’s tests can. Muting a muted test ' +
    'replaces its mute.',
  body: describeBody(
    null,
    {
      reason: required(
        describeField(textField({ min: 1, max: MAX_REASON }), 'Why its failures should not count.'),
      ),
      owner_user_id: required(describeField(idField(), 'The member of the project who is to mend it.')),
      until: describeField(
        timeField(),
        `When the mute ends; at most, and by default, ${MAX_MUTE_DAYS} days from now.`,
      ),
    },
    { reason: 'Waits for a device that is being repaired', owner_user_id: 1 },
  ),
  response: TestDetail,
  writes: true,
  errors: ['test_broken', 'mute_limit_reached'],
});

export const unmuteTest = describeEndpoint({
  name: 'unmuteTest',
  group,
  method: 'DELETE',
  path: '/v1/projects/:project_id/tests/:test_id/mute',
  scope: 'write:tests',
  summary: 'End the mute of a test',
  description: 'Ending the mute of a test that is not muted changes nothing.',
  response: TestDetail,
  writes: true,
});
