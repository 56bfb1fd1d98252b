import { getConsoleProblem } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { zoneOf } from '../../zone-of.js';
import { readProblemDetail } from './present-console-problem.js';

export const endpoint = defineConsoleEndpoint(getConsoleProblem, ({ project, params, query, services }) =>
  readProblemDetail(services, project, found(parseLargeRowId(params.problem_id)), zoneOf(query)),
);
