import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { furtherTestFields, ProjectTest, TestHistoryEntry } from '../endpoints/tests.js';
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
