import { BuildVerdict, judgeFinding } from '@slipway/contracts';
import { bodyArguments } from '../contract-arguments.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const judgeFindingTool = defineTool({
  name: 'judge_finding',
  title: 'Judge a finding',
  description: 'Records a person’s verdict on why a build failed; the finding follows it. Ask the person first.',
  toolset: 'verdicts',
  endpoints: [judgeFinding],
  isDestructive: true,
  isIdempotent: true,
  input: argumentsOf({ project, build_id: buildId, ...bodyArguments(judgeFinding.body) }),
  output: BuildVerdict,
  async run({ project: reference, build_id: build_run_id, ...body }, context) {
    const { project_id } = await findProject(reference, context);
    const params = { project_id, build_run_id };
    const data = await context.client.call(judgeFinding, { params, body, signal: context.signal });
    return { summary: `The verdict on build ${data.build_run_id} is ${data.verdict}.`, data };
  },
});
