import { getProblem } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { readProblem } from './read-problem.js';

export const endpoint = defineEndpoint(getProblem, async ({ project, params, services }) => {
  const { detail } = await readProblem(services, project, found(parseLargeRowId(params.problem_id)));
  return detail;
});
