import { getProblem } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentProblem, presentProblemBuild } from './present-problem.js';
import { readProblemDays } from './read-problem-days.js';

export const endpoint = defineEndpoint(getProblem, async ({ project, params, services }) => {
  const { reads, clock, baseUrl } = services;
  const id = found(parseLargeRowId(params.problem_id));
  const problem = found(await reads.findProblem(project.id, id));
  const builds = await reads.listProblemBuilds(project.id, id);
  const daysOf = await readProblemDays(reads, [id], clock.now());
  const redactor = services.redactors.of(project);
  return {
    ...presentProblem(problem, redactor, baseUrl),
    build_runs: builds.map((build) => presentProblemBuild(build, redactor)),
    days: daysOf(id),
  };
});
