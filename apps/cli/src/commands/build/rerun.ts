import { BuildRerun, rerunBuildRun } from '@slipway/contracts';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/fields.js';
import { buildArgument, buildOptions, callForBuild, findBuild } from '../../resources/find-build.js';
import { scopeNote } from '../../resources/scope-note.js';

export const command = defineCommand({
  summary: 'Run a finished build again in Jenkins, Buildkite or GitHub Actions',
  ...scopeNote(rerunBuildRun),
  examples: ['slipway build rerun 31', 'slipway build rerun 1848 --job Harbor-Win64'],
  project: true,
  json: fieldsOf(BuildRerun),
  arguments: { id: buildArgument },
  options: buildOptions,
  async run(context, { id, job }) {
    const { client, output } = context;
    const params = await findBuild(context, { id, job });
    const service = await client();
    const rerun = await callForBuild(context, params, () => service.call(rerunBuildRun, { params }));
    if (output.json !== null) return output.value(rerun);
    output.note(rerun.message);
  },
});
