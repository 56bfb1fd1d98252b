import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { orNull } from '../../fields.js';
import { textParameter } from '../../parameters.js';
import { BuildRun, buildRunGroup } from './build-runs.js';

/** How many changes and log lines a comparison lists. */
export const MAX_COMPARED_CHANGES = 50;
export const MAX_NEW_LINES = 100;

const ComparedStep = Type.Object(
  { status: Type.String(), seconds: orNull(Type.Number()) },
  { title: 'ComparedStep' },
);
export type ComparedStep = Static<typeof ComparedStep>;

/** A step of two builds; null for the build that does not have it. */
const ComparedSteps = Type.Object(
  { name: Type.String(), earlier: orNull(ComparedStep), later: orNull(ComparedStep) },
  { title: 'ComparedSteps' },
);
export type ComparedSteps = Static<typeof ComparedSteps>;

const NewLogLine = Type.Object(
  { line: Type.Integer(), text: Type.String(), is_error: Type.Boolean() },
  { title: 'NewLogLine' },
);
export type NewLogLine = Static<typeof NewLogLine>;

/** What differs between the logs and steps of two builds. */
export const ComparedOutput = Type.Object({
  new_line_count: orNull(
    Type.Integer({ description: 'How many lines only the later log has; null if a build has no log.' }),
  ),
  new_lines: Type.Array(NewLogLine, {
    description: `Up to ${MAX_NEW_LINES} of these lines, errors before others. Times, numbers and hashes make no difference.`,
  }),
  steps: Type.Array(ComparedSteps),
});
export type ComparedOutput = Static<typeof ComparedOutput>;

const ComparedBuild = Type.Object(
  {
    ...BuildRun.properties,
    has_log: Type.Boolean(),
    is_stale: Type.Boolean({ description: 'Whether it is unfinished and no longer counts as running.' }),
  },
  { title: 'ComparedBuild' },
);

const ComparedChange = Type.Object(
  {
    change_id: Type.Integer(),
    identifier: Type.String(),
    display_identifier: Type.String(),
    description: Type.String(),
    author_user_id: orNull(Type.Integer()),
    suspect_reason: orNull(Type.String({ description: 'Why the change is suspected; null if it is not.' })),
  },
  { title: 'ComparedChange' },
);

export const BuildComparison = Type.Object(
  {
    earlier: ComparedBuild,
    later: ComparedBuild,
    changes: Type.Array(ComparedChange, { description: 'The changes between the builds, newest first.' }),
    changes_truncated: Type.Boolean({ description: 'Whether there are more changes.' }),
    ...ComparedOutput.properties,
  },
  { title: 'BuildComparison' },
);
export type BuildComparison = Static<typeof BuildComparison>;

export const compareBuildRuns = describeEndpoint({
  name: 'compareBuildRuns',
  group: buildRunGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/compare',
  scope: 'read:builds',
  summary: 'Compare a build run with another one',
  description:
    'The changes between two builds with those that are suspected of a failure, the log lines that only the later build ' +
    'printed, and the steps of both.',
  query: {
    with: textParameter(
      'The id of the other build run; by default the last one of its job and branch that passed.',
    ),
  },
  response: BuildComparison,
  errors: ['no_passing_build'],
});
