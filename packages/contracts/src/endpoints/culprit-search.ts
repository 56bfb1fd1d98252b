import Type, { type Static } from 'typebox';
import { describeBody, describeField, required } from '../body.js';
import { choiceField, integerField, setField, textField, uuidField } from '../body-fields.js';
import { describeEndpoint } from '../endpoint.js';
import { anyOf, DigitsId, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { CULPRIT_RUN_OUTCOMES, CULPRIT_RUNNERS, CULPRIT_SEARCH_STATES, REPORTED_OUTCOMES } from '../values.js';
import { BuildArtifact } from './builds/build-runs.js';
import { problemGroup } from './problems.js';

export const CULPRIT_STATES = ['searching', 'found', 'no_culprit', 'unsettled', 'unknown'] as const;

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

const StoredSearch = Type.Object(
  {
    state: anyOf(CULPRIT_SEARCH_STATES),
    runs_by: anyOf(CULPRIT_RUNNERS),
    max_runs: Type.Integer(),
    runs_used: Type.Integer(),
    started_by_user_id: orNull(Type.Integer()),
    started_at: Timestamp,
    ended_at: MaybeTimestamp,
  },
  { title: 'StoredCulpritSearch', description: 'The newest search that somebody started.' },
);

const CulpritRun = Type.Object(
  {
    id: DigitsId,
    identifier: Type.String(),
    display_identifier: Type.String(),
    outcome: {
      ...anyOf(CULPRIT_RUN_OUTCOMES),
      description: 'untestable: it ended, but says nothing about the problem. lost: no build of it was reported.',
    },
    build_run_id: orNull(DigitsId),
    requested_at: Timestamp,
    finished_at: MaybeTimestamp,
  },
  { title: 'CulpritRun' },
);
export type CulpritRun = Static<typeof CulpritRun>;

const NextRun = Type.Object(
  {
    identifier: Type.String(),
    display_identifier: Type.String(),
    build_run_id: orNull(DigitsId),
    artifacts: Type.Array(BuildArtifact, {
      description: 'Those of build_run_id, the newest build of the revision that has any.',
    }),
  },
  { title: 'NextRun', description: 'The revision whose run would tell most.' },
);

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
    next_run: orNull(NextRun),
    search: orNull(StoredSearch),
    runs: Type.Array(CulpritRun, { description: 'Those of the search, oldest first.' }),
    runs_unavailable: orNull(
      Type.String({ description: 'Why Slipway cannot request runs itself; null if it can.' }),
    ),
    runs_left_today: Type.Integer({
      description: 'How many runs the project’s searches may still request today.',
    }),
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

const MAX_RUNS = 100;
export const DEFAULT_CULPRIT_RUNS = 20;

export const startCulpritSearch = describeEndpoint({
  name: 'startCulpritSearch',
  group: problemGroup,
  method: 'POST',
  path: '/v1/projects/:project_id/problems/:problem_id/culprit_search',
  scope: 'run:builds',
  summary: 'Start a search for the change that caused a problem',
  description:
    'Slipway then asks the build tool for one run after another, until a change is proven, none is to blame, or max_runs ' +
    'are used. With runs_by client, it only says which revision to run next, and waits for results. If a search is ' +
    'active already, it stays as it is and the response is 200.',
  body: {
    ...describeBody(
      null,
      {
        max_runs: describeField(
          integerField(1, MAX_RUNS),
          `The most runs; ${DEFAULT_CULPRIT_RUNS} unless it says otherwise.`,
        ),
        runs_by: describeField(
          choiceField(CULPRIT_RUNNERS),
          'ci: Slipway asks the build tool. client: results are reported to the search. By default ci.',
        ),
      },
      { max_runs: DEFAULT_CULPRIT_RUNS, runs_by: 'ci' },
    ),
    optional: true,
  },
  response: CulpritSearch,
  success: [202, 200],
  writes: true,
  errors: ['problem_not_open', 'nothing_to_search', 'rerun_unavailable', 'daily_limit_reached'],
});

export const stopCulpritSearch = describeEndpoint({
  name: 'stopCulpritSearch',
  group: problemGroup,
  method: 'DELETE',
  path: '/v1/projects/:project_id/problems/:problem_id/culprit_search',
  scope: 'run:builds',
  summary: 'Stop the search for the change that caused a problem',
  description: 'Runs that have started already go on. Without an active search, nothing changes.',
  response: CulpritSearch,
  writes: true,
});

const MAX_IDENTIFIER = 200;

export const reportCulpritRun = describeEndpoint({
  name: 'reportCulpritRun',
  group: problemGroup,
  method: 'POST',
  path: '/v1/projects/:project_id/problems/:problem_id/culprit_search/runs',
  scope: 'run:builds',
  summary: 'Report a run to the search for the change that caused a problem',
  description:
    'Records how a run of a revision ended that was made elsewhere. A repeated run_id changes nothing and responds with ' +
    '200; with another body it is refused.',
  body: describeBody(
    null,
    {
      run_id: required(describeField(uuidField(), 'A UUID that the client makes for the run.')),
      identifier: required(
        describeField(
          textField({ min: 1, max: MAX_IDENTIFIER }),
          'The revision, as next_run and changes name it.',
        ),
      ),
      outcome: required(
        describeField(
          setField('outcome', REPORTED_OUTCOMES),
          'untestable if it says nothing about the problem, for example because the revision does not compile.',
        ),
      ),
    },
    { run_id: '0192f0c1-5a3b-7c4d-8e9f-0a1b2c3d4e5f', identifier: '48213', outcome: 'failed' },
  ),
  response: CulpritSearch,
  success: [201, 200],
  writes: true,
  errors: ['search_not_active', 'unknown_revision', 'run_id_reused', 'problem_not_open'],
});
