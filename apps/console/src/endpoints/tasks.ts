import { getConsoleTask } from '@slipway/contracts';
import { parseRowId, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTaskDetail, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import { presentBuildLink } from '../presenters.js';

export const get = defineConsoleEndpoint(getConsoleTask, async ({ project, params, services }) => {
  const id = found(parseRowId(params.task_id));
  const { reads, clock } = services;
  const task = found(await reads.findTask(project.id, id));
  const stale = await reads.findStaleBuilds(project.accountId, task.links.buildRuns, clock.now());
  const redactor = services.redactors.of(project);
  return {
    ...presentTaskDetail(task, redactor, services.baseUrl),
    builds: task.links.buildRuns.map((build) => ({
      ...presentBuildLink(build, stale, redactor),
      commit_hash: sanitizeText(build.commitHash),
      created_at: presentTime(build.createdAt),
    })),
  };
});
