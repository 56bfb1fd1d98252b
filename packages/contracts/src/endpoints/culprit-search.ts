import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../endpoint.js';
import { anyOf, DigitsId, orNull } from '../fields.js';
import { problemGroup } from './problems.js';

export const CULPRIT_STATES = ['searching', 'found', 'no_culprit', 'unknown'] as const;

const CulpritChange = Type.Object(
  {
    change_id: Type.Integer(),
    identifier: Type.String(),
    display_identifier: Type.String(),
    author_user_id: orNull(Type.Integer()),
    probability: Type.Number({ description: 'How likely it is the culprit, from 0 to 1.' }),
    passed: Type.Integer({ description: 'Runs that passed with this change as the newest of the range.' }),
    failed: Type.Integer({ description: 'Runs that failed with this change as the newest of the range.' }),
  },
  { title: 'CulpritChange' },
);
export type CulpritChange = Static<typeof CulpritChange>;

export const CulpritSearch = Type.Object(
  {
    state: anyOf(CULPRIT_STATES),
    explanation: Type.String({ description: 'What is known, as a sentence.' }),
    last_passing_build_run_id: orNull(DigitsId),
    first_failed_build_run_id: orNull(DigitsId),
    no_culprit_probability: orNull(
      Type.Number({
        description: 'How likely no change is to blame, because the failure is flaky or of a machine.',
      }),
    ),
    changes: Type.Array(CulpritChange, {
      description: 'Those between the last pass and the first failure, oldest first.',
    }),
    next_run: orNull(
      Type.Object(
        { identifier: Type.String(), display_identifier: Type.String() },
        { title: 'NextRun', description: 'The revision whose run would tell most.' },
      ),
    ),
  },
  { title: 'CulpritSearch' },
);
export type CulpritSearch = Static<typeof CulpritSearch>;

export const getCulpritSearch = describeEndpoint({
  name: 'getCulpritSearch',
  group: problemGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/problems/:problem_id/culprit_search',
  scope: 'read:builds',
  summary: 'Get how likely each change is to have caused a problem',
  description:
    'Weighs the changes between the last pass and the first failure by every run of their revisions, and by how often ' +
    'the test failed before. A change is found once it is at least 99 % likely, its revision failed, and the one before it ' +
    'passed twice.',
  response: CulpritSearch,
});
