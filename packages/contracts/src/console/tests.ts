import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { furtherTestFields, ProjectTest, TestDetail, TestHistoryEntry } from '../endpoints/tests/tests.js';
import { anyOf, CursorPagination } from '../fields.js';
import { TEST_FILTERS } from '../list-filters.js';
import { pageParameters } from '../parameters.js';
import { TEST_VERDICTS } from '../values.js';

/** What a test did in a build, on the variant where it did worst. */
const TestOutcome = Type.Pick(TestHistoryEntry, [
  'build_run_id',
  'build_number',
  'status',
  'retried',
  'duration_ms',
]);
export type TestOutcome = Static<typeof TestOutcome>;

/** A test as the console lists it. */
export const ConsoleTest = Type.Object({
  ...ProjectTest.properties,
  ...furtherTestFields,
  /** In its newest 20 builds, newest first. */
  outcomes: Type.Array(TestOutcome),
});
export type ConsoleTest = Static<typeof ConsoleTest>;

export const listConsoleTests = describeConsole({
  name: 'listConsoleTests',
  method: 'GET',
  path: '/projects/:project_id/tests',
  query: { ...TEST_FILTERS, ...pageParameters },
  response: Type.Object({ tests: Type.Array(ConsoleTest), pagination: CursorPagination }),
});

export const TestCounts = Type.Object({
  total: Type.Integer(),
  muted: Type.Integer(),
  /** By verdict; `passing` is left out. */
  verdicts: Type.Array(Type.Object({ verdict: anyOf(TEST_VERDICTS), count: Type.Integer() })),
  suites: Type.Array(Type.String()),
  /** Without the unnamed one. */
  variants: Type.Array(Type.String()),
});
export type TestCounts = Static<typeof TestCounts>;

export const countTests = describeConsole({
  name: 'countTests',
  method: 'GET',
  path: '/projects/:project_id/test-counts',
  response: TestCounts,
});

export const listTestRenames = describeConsole({
  name: 'listTestRenames',
  method: 'GET',
  path: '/projects/:project_id/tests/:test_id/renames',
  /** New tests of the suite, the most similar name first. */
  response: Type.Object({ tests: Type.Array(Type.Pick(ProjectTest, ['id', 'path', 'name'])) }),
});

/** Makes a new test another name of this one. */
export const renameTest = describeConsole({
  name: 'renameTest',
  method: 'POST',
  path: '/projects/:project_id/tests/:test_id/renames',
  writes: true,
  audit: 'test.rename',
  body: describeBody(null, { new_test_id: required(textField({ min: 1, max: 20 })) }, { new_test_id: '4712' }),
  response: TestDetail,
});
