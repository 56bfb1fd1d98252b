import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { Timestamp } from '../../fields.js';
import { buildRunGroup } from './build-runs.js';

export const BuildRerun = Type.Object(
  {
    requested: Type.Boolean({
      description: 'Whether this request asked the tool. False if another one did so less than a minute ago.',
    }),
    tool: Type.String({ description: 'The tool that was asked, such as Jenkins.' }),
    requested_at: Timestamp,
    message: Type.String({ description: 'What happened, for people to read.' }),
  },
  { title: 'BuildRerun' },
);
export type BuildRerun = Static<typeof BuildRerun>;

export const rerunBuildRun = describeEndpoint({
  name: 'rerunBuildRun',
  group: buildRunGroup,
  method: 'POST',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/rerun',
  scope: 'run:builds',
  summary: 'Run a build again',
  description:
    'Asks Jenkins, Buildkite or GitHub Actions to run a finished build again, with the credentials in the settings of ' +
    'its integration, and responds with 202 once the tool has accepted. In a failed GitHub workflow, only the failed ' +
    'jobs run again. The new build appears when the tool reports it. A repeated request within a minute starts ' +
    'nothing and responds with 200.',
  response: BuildRerun,
  success: [202, 200],
  writes: true,
  errors: ['rerun_unavailable', 'rerun_failed'],
});
