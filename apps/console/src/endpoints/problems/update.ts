import { updateProblem } from '@slipway/contracts';
import { editProblem, isProjectMember, isTaskOfProject } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readProblemDetail } from './present-console-problem.js';

export const endpoint = defineConsoleEndpoint(
  updateProblem,
  async ({ caller, project, params, body, services }) => {
    const problemId = found(parseLargeRowId(params.problem_id));
    const { state, mark, assignee_user_id: assigneeUserId, note, task_id: taskId } = body;
    return services.database.modelTransaction(async (tx) => {
      if (assigneeUserId != null && !(await isProjectMember(tx, project.id, assigneeUserId)))
        throw new ApiError('invalid_parameter', { message: 'assignee_user_id must be a member of the project.' });
      if (taskId != null && !(await isTaskOfProject(tx, project.id, taskId)))
        throw new ApiError('invalid_parameter', { message: 'task_id must be a task of the project.' });
      const place = {
        projectId: project.id,
        problemId,
        userId: caller.userId,
        now: new Date(services.clock.now()),
      };
      found((await editProblem(tx, place, { state, mark, assigneeUserId, note, taskId })) || null);
      return readProblemDetail(servicesIn(tx, services), project, problemId);
    });
  },
);
