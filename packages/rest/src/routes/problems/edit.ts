import { editProblem } from '@slipway/contracts';
import { apiReads } from '@slipway/db';
import { defineEndpoint } from '../../services.js';
import { readProblem } from './read-problem.js';
import { saveProblemEdit } from './save-problem-edit.js';

/** The response is read in the same transaction: if a read fails, the edit is rolled back. */
export const endpoint = defineEndpoint(editProblem, ({ caller, project, params, body, services }) =>
  services.database.modelTransaction(async (tx) => {
    const edit = { projectId: project.id, problemId: params.problem_id, userId: caller.userId, body };
    const id = await saveProblemEdit(tx, { ...edit, now: services.clock.now() });
    const { detail } = await readProblem({ ...services, reads: apiReads(tx) }, project, id);
    return detail;
  }),
);
