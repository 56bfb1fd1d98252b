import { BuildRunDetail } from '@slipway/contracts';
import { recordPageAt } from '@slipway/domain';
import { defineCommand } from '../../define-command.js';
import { openPage } from '../../open-page.js';
import { fieldsOf } from '../../output/fields.js';
import { buildArgument, buildOptions, findBuild } from '../../resources/find-build.js';
import { readBuild } from '../../resources/read-build.js';
import { readSuspects } from '../../resources/read-suspects.js';
import { showBuild } from '../../resources/show-build.js';
import { showFailedLog } from '../../resources/show-failed-log.js';

export const command = defineCommand({
  summary: 'Show a build with its steps, artifacts, investigation and suspects',
  description:
    'Names the build by its id, or by its number with --job. --log-failed prints the part of its log that reports the ' +
    'failure: the failed step, or the errors with the lines around them.',
  examples: [
    'slipway build view 31',
    'slipway build view 1848 --job Harbor-Win64',
    'slipway build view 31 --log-failed',
    'slipway build view 31 --web',
    'slipway build view 31 --json status,steps',
  ],
  project: true,
  json: [...fieldsOf(BuildRunDetail), 'is_stale'],
  arguments: { id: buildArgument },
  options: {
    ...buildOptions,
    logFailed: { kind: 'flag', description: 'print the part of the log that reports the failure' },
    web: { kind: 'flag', short: 'w', description: 'open the page in the browser' },
  },
  async run(context, { id, job, logFailed, web }) {
    const path = await findBuild(context, { id, job });
    if (web)
      return openPage(
        context,
        recordPageAt('/projects/$projectId/builds/$buildId', path.project_id, path.build_run_id),
      );
    const client = await context.client();
    const build = await readBuild(context, path);
    if (logFailed && context.output.json === null) return showFailedLog(context, build);
    const suspects =
      build.status === 'failed' && context.output.json === null ? await readSuspects(client, path) : null;
    await context.output.record(build, showBuild(build, suspects));
  },
});
