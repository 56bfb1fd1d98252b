import {
  CulpritSearch,
  editProblem,
  getCulpritSearch,
  getProblem,
  listProblems,
  ProblemDetail,
} from '@slipway/contracts';
import Type from 'typebox';
import { bodyArguments } from '../contract-arguments.js';
import { defineListTool } from '../define-read-tool.js';
import { defineTool, ToolProblem } from '../define-tool.js';
import { argumentsOf, digitsId, project } from '../fields.js';
import { findProject } from '../find-project.js';

const ProblemWithCulprit = Type.Object({
  ...ProblemDetail.properties,
  culprit: Type.Pick(CulpritSearch, ['state', 'explanation']),
});

export const getProblemTool = defineTool({
  name: 'get_problem',
  title: 'Get a problem',
  description:
    'Returns a cause of failed builds: whom it waits for, its builds, suspect, culprit and earlier fix.',
  toolset: 'builds',
  endpoints: [getProblem, getCulpritSearch],
  input: argumentsOf({ project, problem_id: digitsId('problem') }),
  output: ProblemWithCulprit,
  async run({ project: reference, problem_id }, context) {
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, problem_id }, signal: context.signal };
    const [problem, { state, explanation }] = await Promise.all([
      context.client.call(getProblem, request),
      context.client.call(getCulpritSearch, request),
    ]);
    const { id, seen_count: seen, regressions } = problem;
    const cameBack = regressions === 0 ? '' : `, came back ${regressions} times`;
    return {
      summary: `Problem ${id} is ${problem.state}, seen in ${seen} builds${cameBack}.${waiting(problem)}`,
      data: { ...problem, culprit: { state, explanation } },
    };
  },
});

const waiting = ({ waits_for: found }: ProblemDetail) => (found === null ? '' : ` ${found.sentence}`);

export const listProblemsTool = defineListTool(listProblems, {
  name: 'list_problems',
  title: 'List problems',
  description:
    'Lists the causes of failed builds of a project, last seen first. Tells a new failure from a known or flaky one.',
  toolset: 'builds',
});

export const updateProblemTool = defineTool({
  name: 'update_problem',
  title: 'Update a problem',
  description:
    'Resolves, ignores, reopens, snoozes, assigns or marks a cause of failed builds. Other fields stay.',
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
    return { summary: `Updated problem ${data.id}: it is ${data.state}.${waiting(data)}`, data };
  },
});
