import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { DigitsId, orNull } from '../../fields.js';
import { buildRunGroup } from './build-runs.js';

export const BuildSuspect = Type.Object(
  {
    change_id: Type.Integer(),
    identifier: Type.String(),
    display_identifier: Type.String(),
    author_user_id: orNull(Type.Integer()),
    reason: Type.String({ description: 'Why the change is suspected, as a sentence.' }),
    confidence: Type.Number({ description: 'From 0 to 1.' }),
  },
  { title: 'BuildSuspect' },
);
export type BuildSuspect = Static<typeof BuildSuspect>;

export const BuildSuspects = Type.Object(
  {
    suspects: Type.Array(BuildSuspect, {
      description: 'The changes that probably caused the failure, newest first. All have the same author.',
    }),
    attributed_user_id: orNull(Type.Integer({ description: 'The author of the suspects, if they are a member.' })),
    no_suspect_reason: orNull(Type.String({ description: 'Why no change is suspected; null if one is.' })),
    last_passing_build_run_id: orNull(DigitsId),
    new_changes: orNull(
      Type.Object(
        {
          count: Type.Integer(),
          truncated: Type.Boolean({ description: 'Whether there are more than counted.' }),
          display_identifiers: Type.Array(Type.String(), { description: 'The newest ten.' }),
        },
        { title: 'NewChanges', description: 'The changes since the last passing build of the job and branch.' },
      ),
    ),
  },
  { title: 'BuildSuspects' },
);
export type BuildSuspects = Static<typeof BuildSuspects>;

export const getBuildSuspects = describeEndpoint({
  name: 'getBuildSuspects',
  group: buildRunGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/suspects',
  scope: 'read:builds',
  summary: 'Get the changes behind a failure',
  description:
    'The changes that the investigation of a failed build holds responsible, each with a reason. Without one, ' +
    '`no_suspect_reason` says why, and `new_changes` which changes are new since the job last passed.',
  response: BuildSuspects,
});
