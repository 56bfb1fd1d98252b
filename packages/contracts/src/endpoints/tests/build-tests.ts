import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { anyOf, DigitsId, orNull } from '../../fields.js';
import { TEST_FILTERS } from '../../list-filters.js';
import { flagParameter, limitParameter, oneOf } from '../../parameters.js';
import { FAILURE_CLASSES, TEST_STATUSES, TEST_VERDICTS } from '../../values.js';
import { nextPage, pageCursor, testGroup, variantLabel } from './tests.js';

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

export const listBuildTests = describeEndpoint({
  name: 'listBuildTests',
  group: testGroup,
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
