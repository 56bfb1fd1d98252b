import { editProblem, ProblemDetail } from '@slipway/contracts';
import { bodyArguments } from '../contract-arguments.js';
import { defineTool, ToolProblem } from '../define-tool.js';
import { argumentsOf, digitsId, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'update_problem',
  title: 'Update a problem',
  description:
    'Resolves, ignores, reopens, assigns or marks a cause of failed builds, and returns it; fields that are not given ' +
    'stay. note replaces the whole note.',
  toolset: 'builds',
  endpoints: [editProblem],
  isDestructive: true,
  isIdempotent: true,
  input: argumentsOf({ project, problem_id: digitsId('problem'), ...bodyArguments(editProblem.body) }),
  output: ProblemDetail,
  async run({ project: reference, problem_id, ...body }, context) {
    if (Object.keys(body).length === 0) throw new ToolProblem('Nothing to change: pass at least one field.');
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, problem_id }, body, signal: context.signal };
    const data = await context.client.call(editProblem, request);
    return { summary: `Updated problem ${data.id}: it is ${data.state}.`, data };
  },
});
