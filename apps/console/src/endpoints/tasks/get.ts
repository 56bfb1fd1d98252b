import { getConsoleTask } from '@slipway/contracts';
import { parseRowId, redactName, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTaskDetail, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(getConsoleTask, async ({ project, params, services }) => {
  const id = found(parseRowId(params.task_id));
  const task = found(await services.reads.findTask(project.id, id));
  const redactor = services.redactors.of(project);
  return {
    ...presentTaskDetail(task, redactor, services.baseUrl),
    builds: task.links.buildRuns.map((build) => ({
      id: String(build.id),
      job_name: redactName(build.jobName, redactor),
      number: sanitizeText(build.buildNumber),
      status: build.status,
      commit_hash: sanitizeText(build.commitHash),
      created_at: presentTime(build.createdAt),
    })),
  };
});
