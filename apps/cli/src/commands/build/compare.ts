import { BuildComparison, compareBuildRuns, shownStatus } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { defineCommand } from '../../define-command.js';
import { describeDuration } from '../../output/ages.js';
import type { RecordView, Section } from '../../output/details.js';
import { fieldsOf } from '../../output/json.js';
import { buildArgument, buildOptions, callForBuild, findBuild } from '../../resources/find-build.js';
import { readBuild } from '../../resources/read-build.js';

export const command = defineCommand({
  summary: 'Compare a build with another one',
  description:
    'Shows the changes between two builds, those suspected of a failure with the reason, the log lines that only the ' +
    'later build printed, and the steps that differ. Without a second build, compares with the last build of the same ' +
    'job and branch that passed.',
  examples: [
    'slipway build compare 31',
    'slipway build compare 31 28',
    'slipway build compare 1848 1846 --job Harbor-Win64',
    'slipway build compare 31 --jq ".changes[] | select(.suspect_reason)"',
  ],
  project: true,
  json: fieldsOf(BuildComparison),
  arguments: {
    id: buildArgument,
    other: {
      description: 'the other build; by default the last one of the job that passed',
      optional: true,
      completes: 'builds',
    },
  },
  options: buildOptions,
  async run(context, { id, other, job }) {
    const path = await findBuild(context, { id, job });
    // Read first, so that an error names the build that is unknown.
    const another =
      other === undefined ? undefined : await readBuild(context, await findBuild(context, { id: other, job }));
    const client = await context.client();
    const compared = await callForBuild(context, path, () =>
      client.call(compareBuildRuns, { params: { ...path }, query: { with: another?.id } }),
    );
    await context.output.record(compared, viewOf(compared));
  },
});

function viewOf(compared: BuildComparison): RecordView {
  const { earlier, later } = compared;
  return {
    title: `${nameOf(earlier)} and ${nameOf(later)}`,
    details: [
      { label: 'earlier', value: describeBuild(earlier) },
      { label: 'later', value: describeBuild(later) },
    ],
    sections: [showChanges(compared), showNewLines(compared), showSteps(compared)],
  };
}

type Build = BuildComparison['earlier'];

const nameOf = ({ ci_job_name, build_number }: Build) => `${ci_job_name} #${build_number}`;

const describeBuild = (build: Build) =>
  [build.id, shownStatus(build), build.branch, build.changelist || build.commit_hash.slice(0, 8)]
    .filter((part) => part !== '')
    .join('  ');

function showChanges({ changes, changes_truncated: isCut }: BuildComparison): Section {
  const lines = changes.map(({ display_identifier, description, author_user_id, suspect_reason }) =>
    [
      display_identifier,
      description.split('\n')[0],
      author_user_id === null ? '' : `user:${author_user_id}`,
      suspect_reason === null ? '' : `Suspect: ${suspect_reason}`,
    ]
      .filter((part) => part !== '')
      .join('  '),
  );
  const none = 'None. Both builds may have built the same revision.';
  return {
    heading: isCut ? `Newest ${changes.length} changes between them` : 'Changes between them',
    lines: lines.length === 0 ? [none] : lines,
  };
}

function showNewLines({ earlier, later, new_lines: lines, new_line_count: count }: BuildComparison): Section {
  const missing = [earlier, later].filter(({ has_log: hasLog }) => !hasLog).map(nameOf);
  const heading = 'New in the later log';
  if (count === null) return { heading, lines: [`No log was sent for ${missing.join(' and ')}.`] };
  if (count === 0) return { heading, lines: ['Every line of the later log is also in the earlier one.'] };
  return {
    heading: count > lines.length ? `${heading}, ${lines.length} of ${describeCount(count)} lines` : heading,
    lines: lines.map(({ line, text }) => `${String(line).padStart(6)}  ${text}`),
  };
}

type Step = BuildComparison['steps'][number]['earlier'];

const describeStep = (step: Step) =>
  step === null
    ? 'not run'
    : [step.status, step.seconds === null ? '' : describeDuration(Math.round(step.seconds))].join(' ').trimEnd();

/** Steps that took about as long and ended the same say nothing. */
function showSteps({ steps }: BuildComparison): Section {
  const differing = steps.filter(({ earlier, later }) => describeStep(earlier) !== describeStep(later));
  return {
    heading: 'Steps that differ',
    lines: differing.map(
      ({ name, earlier, later }) => `${name}  ${describeStep(earlier)} → ${describeStep(later)}`,
    ),
  };
}
