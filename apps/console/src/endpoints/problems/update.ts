import { updateProblem } from '@slipway/contracts';
import { saveProblemEdit } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { zoneOf } from '../../zone-of.js';
import { readProblemDetail } from './present-console-problem.js';

export const endpoint = defineConsoleEndpoint(
  updateProblem,
  ({ caller, project, params, query, body, services }) =>
    services.database.modelTransaction(async (tx) => {
      const edit = { projectId: project.id, problemId: params.problem_id, userId: caller.userId, body };
      const id = await saveProblemEdit(tx, { ...edit, now: services.clock.now() });
      return readProblemDetail(servicesIn(tx, services), project, id, zoneOf(query));
    }),
);
