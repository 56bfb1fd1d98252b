import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { textParameter } from '../../parameters.js';
import { BuildTest } from './build-tests.js';
import { testGroup } from './tests.js';

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
  group: testGroup,
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
  group: testGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/test_gate',
  scope: 'read:builds',
  summary: 'Get what the project’s test gate allows',
  response: TestGateRule,
});
